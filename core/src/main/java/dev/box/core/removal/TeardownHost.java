package dev.box.core.removal;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostLock;
import dev.box.core.host.HostStack;
import dev.box.core.host.Layer;
import dev.box.core.host.LegacyStack;
import dev.box.core.host.Removable;
import dev.box.core.process.Privileges;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code box teardown-host} and {@code box wipe}: takes boxes and the stack of both generations off a host. */
public final class TeardownHost {

    private static final String TRIED = "taking the host stack off";

    private final HostStack stack;
    private final Host host;

    public TeardownHost(HostStack stack) {
        this.stack = stack;
        this.host = stack.host();
    }

    /**
     * What would go, by name; empty if there is nothing. Throws {@link BoxFailure.Failed} if something that box did not
     * make stands on what would go: nothing is changed then.
     */
    public List<String> plan(Scope scope, Deadline deadline) {
        Privileges.requireRoot(TRIED, scope.drills() ? "box wipe" : "box teardown-host");
        Optional<Incus> daemon = host.daemon(deadline);
        if (daemon.isEmpty() && new IncusItself(host).hasData(deadline)) {
            throw new BoxFailure.Failed(
                    TRIED,
                    "Incus has data here and does not answer, so nobody can say which boxes are left; nothing was changed",
                    "sudo systemctl start incus.socket incus, then run it again");
        }
        daemon.ifPresent(incus -> new Foreigners(incus, scope).refuse(deadline));
        List<String> found = removal(scope, Progress.silent()).find(deadline);
        if (scope.incus()) {
            found.addAll(new IncusItself(host).artefacts(deadline));
        }
        return found;
    }

    /**
     * Removes it all, one thing after the other; what will not go keeps nothing else from going. Throws
     * {@link BoxFailure.Failed} naming whatever is still there at the end.
     *
     * @return what went, by name
     */
    public List<String> run(Scope scope, Progress progress, Deadline deadline) {
        try (HostLock _ = HostLock.acquire(HostLock.FILE, progress, deadline)) {
            List<String> planned = plan(scope, deadline);
            removal(scope, progress).run(progress, deadline);
            if (scope.incus()) {
                purge(progress, deadline);
            }
            return planned;
        }
    }

    /** Whoever uses a thing comes off before it. */
    private Removal removal(Scope scope, Progress progress) {
        List<Removable> parts = new ArrayList<>();
        parts.add(new BoxesPart(host, progress));
        parts.add(new ProjectProfiles(host));
        parts.addAll(new LegacyStack(host).parts());
        for (Layer<?> layer : stack.layers().reversed()) {
            if (layer != stack.pool()) {
                parts.add(layer);
            }
        }
        if (scope.drills()) {
            parts.add(new DrillLeftovers(host));
        }
        if (scope.storage() || scope.incus()) {
            parts.add(new BoxImages(host));
            parts.add(stack.pool());
        }
        return new Removal(TRIED, parts);
    }

    private void purge(Progress progress, Deadline deadline) {
        IncusItself incus = new IncusItself(host);
        List<String> packages = incus.packages(deadline);
        if (packages.isEmpty()) {
            throw new BoxFailure.Failed(
                    "purging Incus",
                    "dpkg knows no package of it on this machine, so something else installed it",
                    "remove it the way it was installed; all that box had in it is gone");
        }
        try (Progress.Step step = progress.step("purging " + String.join(" ", packages), deadline)) {
            incus.purge(packages, deadline);
            List<String> left = incus.artefacts(deadline);
            if (!left.isEmpty()) {
                throw new BoxFailure.Failed(
                        "purging Incus", "still there: " + String.join(", ", left), "sudo apt-get purge 'incus*'");
            }
            step.done("");
        }
    }
}
