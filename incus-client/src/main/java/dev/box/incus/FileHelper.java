package dev.box.incus;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * The process ({@code incusd forkfile}) by which Incus serves a container's files: started at the first request, gone 10
 * to 15 s after the last. Incus 6.0 takes its socket's path away once it is gone, also where the path is already that of
 * the next one. That one then runs unreachable, the request that started it fails, and each further request starts
 * another one that waits for it and loses its path in turn; who asks again at once fails for ever (seen in the lab, six
 * mints at once on a slow disk; Canonical's LXD has the same as issue 18403). Once the unreachable one is gone, all is
 * well.
 */
final class FileHelper {

    /** How long one that nobody reaches stays: it looks after 10 s whether it is of use, and again 5 s later. */
    private static final Duration IDLE = Duration.ofSeconds(16);

    private static final String SOCKET = "forkfile.sock";

    private FileHelper() {}

    /**
     * Asks, and asks again where the helper could not be reached: then nothing was done. As it fails otherwise, or where
     * no time is left to wait for a helper's end.
     */
    static <T> T served(Supplier<T> request, Deadline deadline) {
        while (true) {
            try {
                return request.get();
            } catch (IncusException.Rejected e) {
                if (!e.answered().contains(SOCKET) || deadline.remaining().compareTo(IDLE) < 0) {
                    throw e;
                }
                awaitItsEnd(e);
            }
        }
    }

    private static void awaitItsEnd(IncusException.Rejected unreachable) {
        try {
            Thread.sleep(IDLE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable;
        }
    }
}
