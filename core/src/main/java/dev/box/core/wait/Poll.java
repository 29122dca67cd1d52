package dev.box.core.wait;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import dev.box.incus.IncusException;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks again until there is an answer, for facts of which the daemon sends no event. */
public final class Poll {

    /** Short enough that nobody waits for the question; long enough that asking costs little. */
    private static final long INTERVAL_MILLIS = 100;

    private Poll() {}

    /**
     * The first answer, or empty if the deadline came first. It is asked at least once; that the daemon had no time left
     * to answer the last question is no failure of the daemon's, once it has answered an earlier one.
     *
     * @param tried for the failure if the thread is interrupted, e.g. {@code waiting for an address}
     */
    public static <T> Optional<T> until(String tried, Deadline deadline, Supplier<Optional<T>> question) {
        return until(tried, deadline, INTERVAL_MILLIS, question);
    }

    /** The same for a short wait that somebody sits through: it is asked every {@code millis}. */
    public static <T> Optional<T> until(String tried, Deadline deadline, long millis, Supplier<Optional<T>> question) {
        boolean asked = false;
        while (true) {
            Optional<T> answer;
            try {
                answer = question.get();
                asked = true;
            } catch (IncusException.TimedOut e) {
                if (!asked || !deadline.expired()) {
                    throw e;
                }
                return Optional.empty();
            }
            if (answer.isPresent() || deadline.expired()) {
                return answer;
            }
            try {
                Thread.sleep(Math.min(millis, deadline.remainingMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BoxFailure.Interrupted(tried);
            }
        }
    }
}
