package dev.box.core.removal;

import dev.box.core.box.Boxes;
import dev.box.core.host.Host;
import dev.box.core.host.Removable;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every box of every project. */
final class BoxesPart implements Removable {

    private static final Duration EACH = Duration.ofMinutes(2);

    private final Host host;
    private final Progress progress;

    BoxesPart(Host host, Progress progress) {
        this.host = host;
        this.progress = progress;
    }

    @Override
    public String title() {
        return "boxes";
    }

    @Override
    public void remove(Deadline deadline) {
        Optional<Incus> daemon = host.daemon(deadline);
        if (daemon.isEmpty()) {
            return;
        }
        Failures failures = new Failures();
        for (Tenants.Named box : Tenants.read(daemon.get(), deadline).boxes()) {
            Boxes boxes = new Boxes(daemon.get().inProject(box.project()), host.settings());
            failures.collect("box " + box, () -> boxes.remove(box.name(), true, progress, deadline.within(EACH)));
        }
        failures.raise();
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        host.daemon(deadline).ifPresent(incus -> {
            for (Tenants.Named box : Tenants.read(incus, deadline).boxes()) {
                found.add("box " + box);
            }
        });
        return found;
    }
}
