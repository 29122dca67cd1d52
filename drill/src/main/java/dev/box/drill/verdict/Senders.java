package dev.box.drill.verdict;

/** Reads an instrument's answer: an event and the kernel's errno name, never an exit status. */
public final class Senders {

    private Senders() {}

    /**
     * The sender's outcome.
     *
     * @param event {@code answer}, {@code silence}, {@code name}, {@code error} or {@code crash}
     * @param errno e.g. {@code ECONNREFUSED}; used with {@code error} only
     */
    public static Sender of(String event, String errno) {
        return switch (event) {
            case "answer" -> Sender.REACHED;
            case "silence" -> Sender.TIMED_OUT;
            case "name" -> Sender.NAME_FAILED;
            case "error" -> ofErrno(errno);
            default -> Sender.CHECK_FAILED;
        };
    }

    private static Sender ofErrno(String errno) {
        return switch (errno) {
            case "ECONNREFUSED", "ECONNRESET" -> Sender.REFUSED;
            case "ETIMEDOUT", "EAGAIN" -> Sender.TIMED_OUT;
            case "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "ENONET" -> Sender.UNREACHABLE;
            case "EPERM", "EACCES" -> Sender.PROHIBITED;
            default -> Sender.CHECK_FAILED;
        };
    }
}
