package dev.box.core.migrate;

import dev.box.core.box.Arrival;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.EgressTarget;
import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.mint.Identity;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.Snapshot;
import dev.box.incus.Versioned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One box: down, written anew, up, and then judged by what its own kernel holds and what it can resolve. */
final class Migration {

    private static final Duration RESOLVE = Duration.ofSeconds(15);

    private final Host host;
    private final Incus incus;
    private final Boxes boxes;

    Migration(Host host, Incus incus) {
        this.host = host;
        this.incus = incus;
        this.boxes = new Boxes(incus, host.settings());
    }

    /** Returns its address on this host's network. */
    String run(String name, Progress progress, Deadline deadline) {
        Box box = boxes.resolve(name, deadline);
        if (!LegacyBox.is(box.instance())) {
            throw new BoxFailure.Failed(
                    "migrating box '" + name + "'",
                    "it is no box of the predecessor; nothing was changed",
                    "box info " + name);
        }
        boolean ran = box.running();
        boxes.down(name, false, progress, deadline);
        rehome(name, progress, deadline);
        boxes.start(name, progress, deadline);
        String address = verify(name, progress, deadline);
        Versioned<Instance> seen = incus.instances().get(name, deadline);
        incus.instances()
                .replace(name, seen.with(Rehoming.untagged(seen.value())), deadline)
                .await(deadline);
        if (!ran) {
            boxes.down(name, false, progress, deadline);
        }
        return address;
    }

    private void rehome(String name, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("re-homing " + name, deadline)) {
            Versioned<Instance> old = incus.instances().get(name, deadline);
            Rehoming rehoming = Rehoming.of(old.value(), HostNames.POOL);
            incus.instances()
                    .replace(name, old.with(rehoming.instance()), deadline)
                    .await(deadline);
            if (!rehoming.dropped().isEmpty()) {
                progress.warn("box '" + name + "' came without "
                        + Untrusted.line(String.join(", ", rehoming.dropped()))
                        + ": placement is this host's alone");
            }
            step.done("tag, stamp, profile " + HostNames.PROFILE);
        }
        List<String> old = new ArrayList<>();
        for (Snapshot snapshot : incus.instances().snapshots(name).list(deadline)) {
            old.add(Untrusted.line(snapshot.name()));
        }
        if (!old.isEmpty()) {
            progress.warn("snapshots of box '" + name + "' from before (" + String.join(", ", old)
                    + ") carry the old placement: after restoring one, migrate the box again");
        }
    }

    /** The address that its kernel holds, that the network leased to it and that no other box has; and a public name. */
    private String verify(String name, Progress progress, Deadline deadline) {
        Box box = boxes.resolve(name, deadline);
        Arrival.Arrived arrived = new Arrival(incus).await(name, progress, deadline);
        String address = Identity.ofNew(incus, name).settle(box.user(), arrived, deadline);
        String known = EgressTarget.of(host, deadline).name();
        try (Progress.Step step = progress.step("resolving " + known + " in " + name, deadline.within(RESOLVE))) {
            String found = Poll.until(
                            "resolving " + known, deadline.within(RESOLVE), () -> resolve(name, known, deadline))
                    .orElseThrow(() -> new BoxFailure.Failed(
                            "resolving " + known + " in box '" + name + "'",
                            "no answer within " + RESOLVE.toSeconds() + " s; the box is on " + HostNames.NETWORK
                                    + " at " + address,
                            "box doctor"));
            step.done(found);
        }
        return address;
    }

    private Optional<String> resolve(String name, String known, Deadline deadline) {
        var result = incus.instances().exec(name, ExecRequest.of("getent", "ahostsv4", known), deadline);
        String[] words = Untrusted.line(result.stdout()).split(" ");
        return result.ok() && !words[0].isEmpty() ? Optional.of(words[0]) : Optional.empty();
    }
}
