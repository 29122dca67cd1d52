package dev.box.core.removal;

import dev.box.core.box.Boxes;
import dev.box.core.host.Host;
import dev.box.core.host.Removable;
import dev.box.core.mint.WarmBases;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every box and every warm base of every project. */
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
        Tenants tenants = Tenants.read(daemon.get(), deadline);
        for (Tenants.Named base : tenants.bases()) {
            WarmBases bases = new WarmBases(daemon.get().inProject(base.project()));
            failures.collect("warm base " + base, () -> bases.drop(base.name(), deadline.within(EACH)));
        }
        for (Tenants.Named box : tenants.boxes()) {
            Boxes boxes = new Boxes(daemon.get().inProject(box.project()), host.settings());
            failures.collect("box " + box, () -> boxes.remove(box.name(), true, progress, deadline.within(EACH)));
        }
        failures.raise();
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        host.daemon(deadline).ifPresent(incus -> {
            Tenants tenants = Tenants.read(incus, deadline);
            tenants.boxes().forEach(box -> found.add("box " + box));
            tenants.bases().forEach(base -> found.add("warm base " + base));
        });
        return found;
    }
}
