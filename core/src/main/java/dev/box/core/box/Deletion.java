package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.StopMode;
import java.util.List;
import java.util.Optional;

/**
 * Deletes instances for good. What a client that is gone had asked of the daemon goes on: an instance may be busy, or have
 * just been started, and is deleted once that is over.
 */
public final class Deletion {

    /** Incus's words for an instance, or a name, with an operation under way, which passes. */
    public static final String BUSY = "Instance is busy running";

    /** Its words where a start came between a look and the deletion. */
    private static final String STARTED = "Instance is running";

    private Deletion() {}

    /** Deletes it with its snapshots, a running one after stopping it hard; one that is not there counts as deleted. */
    public static void force(Incus incus, String name, Deadline deadline) {
        await(name, List.of(BUSY, STARTED), deadline, () -> {
            Instance instance = incus.instances().get(name, deadline).value();
            if (!instance.status().equals("Stopped")) {
                incus.instances().stop(name, StopMode.FORCE, deadline).await(deadline);
            }
            incus.instances().delete(name, deadline).await(deadline);
        });
    }

    /** As {@link #force}, but only while it is stopped. */
    static void ofStopped(Incus incus, String name, Deadline deadline) {
        await(
                name,
                List.of(BUSY),
                deadline,
                () -> incus.instances().delete(name, deadline).await(deadline));
    }

    private static void await(String name, List<String> passing, Deadline deadline, Runnable deletion) {
        String tried = "removing '" + name + "'";
        boolean gone = Poll.until(tried, deadline, () -> attempt(deletion, passing, deadline))
                .isPresent();
        if (!gone) {
            throw new BoxFailure.Failed(
                    tried,
                    "the daemon is busy with it for longer than "
                            + deadline.budget().toSeconds() + " s",
                    "incus operation list");
        }
    }

    private static Optional<Boolean> attempt(Runnable deletion, List<String> passing, Deadline deadline) {
        try {
            deletion.run();
            return Optional.of(true);
        } catch (IncusException.NotFound e) {
            return Optional.of(true);
        } catch (IncusException e) {
            if (deadline.expired() || passing.stream().noneMatch(e.answered()::contains)) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
