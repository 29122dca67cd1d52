package dev.box.core.doctor;

import dev.box.core.box.Stamp;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.EgressTarget;
import dev.box.core.host.Host;
import dev.box.core.host.HostFacts;
import dev.box.core.host.HostNames;
import dev.box.core.host.HostStack;
import dev.box.core.host.Layer;
import dev.box.core.host.ProfileLayer;
import dev.box.core.host.SystemdUnit;
import dev.box.core.tenant.Tenants;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Takes one reading of a host. What this account may not see, or what hangs on a daemon that is silent, is told apart. */
final class Reader {

    /** A daemon that is well answers within milliseconds; this is for a machine under load. */
    private static final Duration DAEMON = Duration.ofSeconds(10);

    private static final String ROOT_ONLY = "only root sees this";

    private final HostStack stack;
    private final InstantSource clock;
    private final Host host;
    private final boolean root;
    private final MachineReader machine;
    private final Reading.DaemonFacts daemon;
    private Optional<Incus> incus = Optional.empty();

    /** @param clock what tells how long an operation has been running */
    Reader(HostStack stack, InstantSource clock, Deadline deadline) {
        this.stack = stack;
        this.clock = clock;
        this.host = stack.host();
        this.machine = new MachineReader(host);
        this.root = machine.isRoot(deadline);
        this.daemon = daemon(deadline);
    }

    /** Whether box was ever set up here, or cannot be told because Incus is there and in trouble. */
    boolean stackPresent(Deadline deadline) {
        if (host.machine().exists(HostNames.RULES_FILE, deadline)
                || host.machine().exists(HostNames.UNIT_FILE, deadline)) {
            return true;
        }
        return switch (daemon.daemon()) {
            case DaemonAnswer.Answers answers -> inDaemon(deadline);
            case DaemonAnswer.Stopped stopped -> false;
            default -> true;
        };
    }

    private boolean inDaemon(Deadline deadline) {
        for (Layer<?> layer : List.of(stack.acl(), stack.profile(), stack.network())) {
            boolean none = look(() -> layer.artefacts(deadline)) instanceof Seen.Is<List<String>> is
                    && is.value().isEmpty();
            if (!none) {
                return true;
            }
        }
        return false;
    }

    /** Asks the daemon who it is, once: a silent one costs its whole deadline. */
    private Reading.DaemonFacts daemon(Deadline deadline) {
        long start = System.nanoTime();
        DaemonAnswer answer;
        try {
            Optional<Incus> found = host.daemon(deadline.within(DAEMON));
            if (found.isPresent()) {
                // the first answer may have been cached on connecting: ask again, so that this one is timed
                String version = found.get().server(deadline.within(DAEMON)).version();
                incus = found;
                answer = new DaemonAnswer.Answers(version, (System.nanoTime() - start) / 1_000_000);
            } else {
                answer = new DaemonAnswer.Stopped("nobody listens on its socket");
            }
        } catch (IncusException e) {
            answer = silent(e);
        }
        return new Reading.DaemonFacts(answer, incusUnit(deadline), machine.freeBytes(deadline));
    }

    private static DaemonAnswer silent(IncusException e) {
        return switch (e) {
            case IncusException.NoSocket stopped -> new DaemonAnswer.Stopped(stopped.answered());
            case IncusException.DaemonWedged wedged ->
                new DaemonAnswer.Wedged(wedged.answered(), wedged.advice(), wedged.holders());
            case IncusException.TimedOut slow -> new DaemonAnswer.Slow(slow.answered());
            case IncusException.PermissionDenied denied ->
                new DaemonAnswer.Forbidden(denied.answered(), denied.advice());
            default -> new DaemonAnswer.Broken(e.answered(), e.advice());
        };
    }

    private String incusUnit(Deadline deadline) {
        Seen<SystemdUnit> unit = look(() -> SystemdUnit.observe(host.machine(), "incus.service", deadline));
        return unit instanceof Seen.Is<SystemdUnit> is && is.value().systemd()
                ? is.value().active()
                : "";
    }

    /** All of it. */
    Reading read(Deadline deadline) {
        BoxReader boxes = new BoxReader(host, incus);
        Seen<List<Instance>> instances = ofDaemon(() -> boxes.instances(deadline));
        Seen<List<Reading.BoxFacts>> tagged = instances.map(all -> boxes.facts(all));
        Seen<Reading.Layered<ProfileLayer.Placement>> profile = both(() -> layer(stack.profile(), deadline));
        return new Reading(
                daemon,
                ofDaemon(() -> machine.version(version(), deadline)),
                ofDaemon(() -> boxes.busy(clock.instant(), deadline)),
                look(() -> layer(stack.packages(), deadline)),
                look(() -> layer(stack.unit(), deadline)),
                ofRoot(() -> layer(stack.firewall(), deadline)),
                ofDaemon(() -> layer(stack.acl(), deadline)),
                both(() -> layer(stack.network(), deadline)),
                both(() -> layer(stack.neighbours(), deadline)),
                profile,
                both(() -> layer(stack.doors(), deadline)),
                look(() -> layer(stack.tier(), deadline)),
                look(() -> machine.wires(deadline)),
                ofRoot(() -> host.nft().live(deadline)),
                look(() -> machine.neighbours(deadline)),
                look(() -> machine.bridgeNetfilter(deadline)),
                instances.map(all -> owners(profile, all)),
                tagged,
                tagged.map(all -> boxes.inside(all, deadline)),
                egress(boxes, tagged, deadline),
                leftovers(boxes, tagged, deadline),
                storage(deadline),
                look(() -> machine.clock(deadline)),
                tenancy(instances, deadline));
    }

    private Seen<Reading.TenancyFacts> tenancy(Seen<List<Instance>> instances, Deadline deadline) {
        List<Instance> all = instances instanceof Seen.Is<List<Instance>> is ? is.value() : List.of();
        return ofDaemon(() -> {
            Incus daemons = incus.orElseThrow();
            Tenants tenants = new Tenants(host, daemons);
            boolean own = !daemons.endpoint().project().isEmpty();
            return new Reading.TenancyFacts(
                    own, own ? List.of(tenants.own(deadline)) : tenants.list(deadline), BoxReader.routed(all));
        });
    }

    private String version() {
        return daemon.daemon() instanceof DaemonAnswer.Answers answers ? answers.version() : "";
    }

    private static Map<String, String> owners(
            Seen<Reading.Layered<ProfileLayer.Placement>> profile, List<Instance> instances) {
        Map<String, String> owners = new LinkedHashMap<>();
        if (profile instanceof Seen.Is<Reading.Layered<ProfileLayer.Placement>> is) {
            HostFacts.owners(is.value().observed().ports(), instances)
                    .forEach((port, instance) -> owners.put(port, instance.name()));
        }
        return owners;
    }

    private Seen<Reading.EgressFacts> egress(BoxReader boxes, Seen<List<Reading.BoxFacts>> tagged, Deadline deadline) {
        if (!(tagged instanceof Seen.Is<List<Reading.BoxFacts>> is)) {
            return tagged.map(never -> new Reading.EgressFacts("", EgressTarget.of(host, deadline), "", "", ""));
        }
        Optional<Reading.BoxFacts> running = is.value().stream()
                .filter(box -> box.running() && box.mark() == Stamp.Mark.WHOLE)
                .findFirst();
        if (running.isEmpty()) {
            return Seen.moot("no box is running to try it from: box new work");
        }
        return look(() -> boxes.egress(running.get(), EgressTarget.of(host, deadline), deadline));
    }

    private Seen<Reading.Leftovers> leftovers(BoxReader boxes, Seen<List<Reading.BoxFacts>> tagged, Deadline deadline) {
        List<Reading.BoxFacts> all = tagged instanceof Seen.Is<List<Reading.BoxFacts>> is ? is.value() : List.of();
        return ofRoot(() -> boxes.leftovers(all, deadline));
    }

    private Seen<Reading.StorageFacts> storage(Deadline deadline) {
        return ofDaemon(() -> machine.storage(
                incus.orElseThrow(), stack.pool().observe(deadline).pool(), deadline));
    }

    private static <S> Reading.Layered<S> layer(Layer<S> layer, Deadline deadline) {
        S observed = layer.observe(deadline);
        return new Reading.Layered<>(observed, layer.diff(observed), layer.remarks(observed));
    }

    private <T> Seen<T> both(Supplier<T> reading) {
        return root ? ofDaemon(reading) : Seen.hidden(ROOT_ONLY);
    }

    private <T> Seen<T> ofRoot(Supplier<T> reading) {
        return root ? look(reading) : Seen.hidden(ROOT_ONLY);
    }

    private <T> Seen<T> ofDaemon(Supplier<T> reading) {
        return incus.isPresent() ? look(reading) : Seen.moot("the daemon does not answer");
    }

    /** A reading that goes wrong is a finding, not the end of all others. */
    private <T> Seen<T> look(Supplier<T> reading) {
        try {
            return Seen.is(reading.get());
        } catch (IncusException.PermissionDenied denied) {
            return Seen.hidden("this account may not: " + denied.answered());
        } catch (IncusException e) {
            return new Seen.Not<>(Seen.Why.FAILED, e.tried() + ": " + e.answered(), e.advice());
        } catch (BoxFailure.Interrupted e) {
            throw e;
        } catch (BoxFailure e) {
            return new Seen.Not<>(
                    root ? Seen.Why.FAILED : Seen.Why.HIDDEN, e.tried() + ": " + e.answered(), e.advice());
        }
    }
}
