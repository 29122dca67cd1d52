package dev.box.drill.mutation;

import dev.box.core.box.Boxes;
import dev.box.core.box.Deletion;
import dev.box.core.box.Stamp;
import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.Versioned;
import java.util.Optional;

/** Instances that a run has made, boxes and others, and how they are removed: only what carries the run's own sign. */
public record Own(Incus incus, Settings settings, String runId) {

    /** On every instance of a run that is no box of the drill: no one else's key. */
    public static final String SIGN = "user.boxdrill";

    /** Whether there was something to remove; throws {@link BoxFailure.Failed} if it is still there. */
    public boolean remove(String name, Deadline deadline) {
        Optional<Versioned<Instance>> found = incus.instances().find(name, deadline);
        if (found.isEmpty()) {
            return false;
        }
        Instance instance = found.get().value();
        if (Stamp.isBox(instance.config())) {
            new Boxes(incus, settings).remove(name, true, Progress.silent(), deadline);
        } else if (runId.equals(instance.config().get(SIGN))) {
            Deletion.force(incus, name, deadline);
        } else {
            throw new BoxFailure.Failed(
                    "removing instance " + name,
                    "it does not carry the sign of drill " + runId + ": it is somebody else's",
                    "look at it: incus config show " + name);
        }
        if (incus.instances().find(name, deadline).isPresent()) {
            throw new BoxFailure.Failed("removing " + name, "it is still there", "box rm " + name + " --force");
        }
        return true;
    }
}
