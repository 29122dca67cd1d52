package dev.box.core.image;

import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import dev.box.incus.Images;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Operation;
import dev.box.incus.OperationInfo;
import java.time.Duration;
import java.util.Optional;

/**
 * Has the daemon fetch from the image server. A host without a way there must learn it soon, a slow download must not be
 * cut off: so the first sign of data has a short deadline, and the whole a long one.
 */
record ImageServer(Incus incus, String url) {

    private static final Duration FIRST_SIGN = Duration.ofSeconds(15);
    private static final Duration WHOLE = Duration.ofMinutes(20);

    /** The fingerprint of what was fetched. Throws an {@link IncusException} if the server cannot be reached or has no such image. */
    String fetch(String alias, String type, Progress progress, Deadline deadline) {
        Deadline whole = deadline.within(WHOLE);
        try (Progress.Step step = progress.step("fetching image " + alias + " from " + url, whole)) {
            Deadline firstSign = whole.within(FIRST_SIGN);
            try {
                Operation operation = incus.images().copyFrom(url, alias, type, true, firstSign);
                requireFirstSign(operation, firstSign);
                OperationInfo end = operation.await(whole, p -> step.update(Untrusted.line(p.text())));
                String fingerprint = Images.fingerprint(end);
                step.done(fingerprint.isEmpty() ? "" : fingerprint.substring(0, 12));
                return fingerprint;
            } catch (IncusException e) {
                step.failed(Untrusted.line(e.answered()));
                throw e;
            }
        }
    }

    /** Returns when data flows or the operation has ended; gives it up if neither comes in time. */
    private void requireFirstSign(Operation operation, Deadline deadline) {
        Optional<Boolean> sign = Poll.until("reaching " + url, deadline, () -> {
            OperationInfo now = operation.refresh(deadline);
            return now.ended() || !now.metadata().isEmpty() ? Optional.of(true) : Optional.empty();
        });
        if (sign.isEmpty()) {
            abandon(operation);
            throw new IncusException.TimedOut(
                    "fetching an image from " + url,
                    "no data within " + deadline.budget().toSeconds() + " s",
                    "see whether it can be reached: " + url);
        }
    }

    private static void abandon(Operation operation) {
        try {
            operation.cancel(Deadline.seconds(5));
        } catch (IncusException e) {
            // the daemon may not let go of it yet; it ends by itself when its own connection times out
        }
    }
}
