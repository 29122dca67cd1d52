package dev.box.core.doctor;

import dev.box.incus.SocketHolder;
import java.util.List;

/** How the daemon took the question who it is. */
sealed interface DaemonAnswer {

    /** It answered, after so many milliseconds. */
    record Answers(String version, long millis) implements DaemonAnswer {}

    /** No socket, or nobody behind it. */
    record Stopped(String said) implements DaemonAnswer {}

    /** It waits for a client that says nothing; these are the candidates. */
    record Wedged(String said, String advice, List<SocketHolder> holders) implements DaemonAnswer {}

    /** It took the connection, or did not, and the time was up. */
    record Slow(String said) implements DaemonAnswer {}

    /** This account may not ask. */
    record Forbidden(String said, String advice) implements DaemonAnswer {}

    /** Anything else that it said. */
    record Broken(String said, String advice) implements DaemonAnswer {}
}
