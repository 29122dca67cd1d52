package dev.box.core.migrate;

import dev.box.core.box.Boxes;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Change;
import dev.box.core.host.Host;
import dev.box.core.host.HostLock;
import dev.box.core.host.HostStack;
import dev.box.core.host.LegacyStack;
import dev.box.core.process.Privileges;
import dev.box.core.progress.Progress;
import dev.box.core.removal.Removal;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.Project;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code box migrate-host}: brings boxes of the predecessor over one by one, and retires its stack when none is left. */
public final class MigrateHost {

    private static final Duration EACH = Duration.ofMinutes(5);

    private final HostStack stack;
    private final Host host;

    public MigrateHost(HostStack stack) {
        this.stack = stack;
        this.host = stack.host();
    }

    /**
     * How it went with one box.
     *
     * @param name of the box
     * @param address its new one; empty if it failed
     * @param failure why it failed; empty if it did not
     */
    public record Migrated(String name, String address, Optional<RuntimeException> failure) {}

    /** What is left of the predecessor here: the names of its boxes in the default project, and its stack's artefacts. */
    public record Legacy(List<String> boxes, List<String> artefacts) {
        public Legacy {
            boxes = List.copyOf(boxes);
            artefacts = List.copyOf(artefacts);
        }
    }

    public Legacy find(Deadline deadline) {
        Privileges.requireRoot("looking for the predecessor's boxes", "box migrate-host");
        List<String> boxes = new ArrayList<>();
        for (Instance instance : host.incus(deadline).instances().list(deadline)) {
            if (LegacyBox.is(instance)) {
                boxes.add(instance.name());
            }
        }
        return new Legacy(boxes, new LegacyStack(host).artefacts(deadline));
    }

    /**
     * Migrates these boxes one after the other, restarting each; one that fails keeps none of the others. All names are
     * resolved first, so that a typing error changes nothing.
     */
    public List<Migrated> migrate(List<String> names, Progress progress, Deadline deadline) {
        Privileges.requireRoot("migrating boxes", "box migrate-host");
        try (HostLock _ = HostLock.acquire(HostLock.FILE, progress, deadline)) {
            requireStack(deadline);
            Incus incus = host.incus(deadline);
            Boxes boxes = new Boxes(incus, host.settings());
            for (String name : names) {
                boxes.resolve(name, deadline);
            }
            Migration migration = new Migration(host, incus);
            List<Migrated> done = new ArrayList<>();
            for (String name : names) {
                done.add(attempt(migration, name, progress, deadline.within(EACH)));
            }
            return done;
        }
    }

    private static Migrated attempt(Migration migration, String name, Progress progress, Deadline deadline) {
        try {
            return new Migrated(name, migration.run(name, progress, deadline), Optional.empty());
        } catch (BoxFailure.Interrupted e) {
            throw e;
        } catch (BoxFailure | IncusException e) {
            return new Migrated(name, "", Optional.of(e));
        }
    }

    private void requireStack(Deadline deadline) {
        List<Change> missing = stack.verify(deadline);
        if (!missing.isEmpty()) {
            throw new BoxFailure.Failed(
                    "migrating boxes",
                    "this host's own stack is not in force: " + missing.getFirst() + "; nothing was changed",
                    "sudo box setup-host");
        }
    }

    /**
     * Takes the predecessor's stack off. Throws {@link BoxFailure.Failed} while anything stands on it, and if anything of
     * it is still there afterwards.
     *
     * @return what went, by name
     */
    public List<String> retire(Progress progress, Deadline deadline) {
        Privileges.requireRoot("retiring the predecessor's stack", "box migrate-host --retire-legacy");
        try (HostLock _ = HostLock.acquire(HostLock.FILE, progress, deadline)) {
            List<String> left = everywhere(deadline);
            if (!left.isEmpty()) {
                throw new BoxFailure.Failed(
                        "retiring the predecessor's stack",
                        "still on it: " + Untrusted.line(String.join(", ", left)) + "; nothing was retired",
                        "box migrate-host --all-boxes --retire-legacy");
            }
            Removal removal = new Removal("retiring the predecessor's stack", new LegacyStack(host).parts());
            List<String> found = removal.find(deadline);
            removal.run(progress, deadline);
            return found;
        }
    }

    /** Legacy boxes of all projects, and whoever else uses what would go. */
    private List<String> everywhere(Deadline deadline) {
        List<String> left = new ArrayList<>();
        Incus incus = host.incus(deadline);
        for (Project project : incus.projects().list(deadline)) {
            for (Instance instance : incus.inProject(project.name()).instances().list(deadline)) {
                if (LegacyBox.is(instance)) {
                    left.add("box " + instance.name());
                } else if (LegacyBox.usesStack(instance)) {
                    left.add("instance " + instance.name());
                }
            }
        }
        return left;
    }
}
