package dev.box.core.doctor;

import dev.box.core.box.Boxes;
import dev.box.core.box.Stamp;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Change;
import dev.box.core.host.HostStack;
import dev.box.core.host.Layer;
import dev.box.core.progress.Progress;
import dev.box.core.removal.DrillLeftovers;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.util.ArrayList;
import java.util.List;

/** The repairs that are safe, each through the layer that made the thing; one that fails does not keep the next from being tried. */
final class Repairs {

    private final HostStack stack;

    Repairs(HostStack stack) {
        this.stack = stack;
    }

    Diagnosis.Repaired run(Repair repair, Reading reading, Progress progress, Deadline deadline) {
        try {
            List<String> done = apply(repair, reading, progress, deadline);
            return new Diagnosis.Repaired(
                    repair, true, done.stream().map(Untrusted::line).toList());
        } catch (BoxFailure.Interrupted e) {
            throw e;
        } catch (BoxFailure e) {
            return failed(repair, e.answered(), e.advice());
        } catch (IncusException e) {
            return failed(repair, e.answered(), e.advice());
        }
    }

    private static Diagnosis.Repaired failed(Repair repair, String answered, String advice) {
        String words = answered + (advice.isEmpty() ? "" : " (" + advice + ")");
        return new Diagnosis.Repaired(repair, false, List.of(Untrusted.line(words)));
    }

    private List<String> apply(Repair repair, Reading reading, Progress progress, Deadline deadline) {
        return switch (repair) {
            case NONE -> List.of();
            case DAEMON -> layer(stack.daemon(), progress, deadline);
            case UNIT -> layer(stack.unit(), progress, deadline);
            case FIREWALL -> layer(stack.firewall(), progress, deadline);
            case ACL -> layer(stack.acl(), progress, deadline);
            case NETWORK -> layer(stack.network(), progress, deadline);
            case NEIGHBOURS -> layer(stack.neighbours(), progress, deadline);
            case DOORS -> layer(stack.doors(), progress, deadline);
            case PROFILE -> layer(stack.profile(), progress, deadline);
            case TIER -> layer(stack.tier(), progress, deadline);
            case LEFTOVERS -> leftovers(reading, progress, deadline);
            case MINTS -> mints(reading, progress, deadline);
        };
    }

    private static List<String> layer(Layer<?> layer, Progress progress, Deadline deadline) {
        return layer.converge(progress, deadline).stream().map(Change::toString).toList();
    }

    /** Not while a drill is at work: then they are in use. */
    private List<String> leftovers(Reading reading, Progress progress, Deadline deadline) {
        List<String> done = new ArrayList<>();
        if (!(reading.leftovers() instanceof Seen.Is<Reading.Leftovers> is) || atWork(deadline)) {
            return done;
        }
        new DrillLeftovers(stack.host()).remove(deadline);
        is.value().things().forEach(thing -> done.add(thing + " removed"));
        done.addAll(remove(is.value().boxes(), progress, deadline));
        return done;
    }

    private List<String> mints(Reading reading, Progress progress, Deadline deadline) {
        if (!(reading.boxes() instanceof Seen.Is<List<Reading.BoxFacts>> is)) {
            return List.of();
        }
        List<Reading.BoxFacts> unfinished = new ArrayList<>(BoxChecks.Mints.unfinished(is.value()));
        if (atWork(deadline)) {
            unfinished.removeIf(box -> box.mark() == Stamp.Mark.MINTING);
        }
        return remove(unfinished, progress, deadline);
    }

    private List<String> remove(List<Reading.BoxFacts> boxes, Progress progress, Deadline deadline) {
        List<String> done = new ArrayList<>();
        for (Reading.BoxFacts box : boxes) {
            Incus own = stack.host().incus(deadline);
            Incus there = box.project().isEmpty() ? own : own.inProject(box.project());
            new Boxes(there, stack.host().settings()).remove(box.name(), true, progress, deadline);
            done.add("box " + box.title() + " removed");
        }
        return done;
    }

    private boolean atWork(Deadline deadline) {
        return DrillNames.atWork(stack.host().machine(), deadline);
    }
}
