package dev.box.incus;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a call to the daemon failed. Every one says what was tried, what answered and what to do next. Text that the
 * daemon supplied ({@link #answered}) is untrusted: strip control characters before printing it.
 */
public abstract sealed class IncusException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String tried;
    private final String answered;
    private final String advice;

    private IncusException(String tried, String answered, String advice, @Nullable Throwable cause) {
        super(tried + ": " + answered, cause);
        this.tried = tried;
        this.answered = answered;
        this.advice = advice;
    }

    /** What was asked, of whom, e.g. {@code creating instance 'work'}. */
    public String tried() {
        return tried;
    }

    /** What came back. */
    public String answered() {
        return answered;
    }

    /** The next command to type; empty if there is none. */
    public String advice() {
        return advice;
    }

    /** No daemon's socket was found, or the one that was found is stale. */
    public static final class NoSocket extends IncusException {
        private static final long serialVersionUID = 1L;

        public NoSocket(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }
    }

    /** A socket is there and this user may not open it, or the daemon answered 403. */
    public static final class PermissionDenied extends IncusException {
        private static final long serialVersionUID = 1L;

        public PermissionDenied(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }
    }

    /** The kernel took the connection and the daemon never answered, because it waits for someone who sends nothing. */
    public static final class DaemonWedged extends IncusException {
        private static final long serialVersionUID = 1L;
        private final transient List<SocketHolder> holders;

        public DaemonWedged(String tried, String answered, String advice, List<SocketHolder> holders) {
            super(tried, answered, advice, null);
            this.holders = List.copyOf(holders);
        }

        /** The processes that hold a connection to the daemon's socket; empty if none could be seen. */
        public List<SocketHolder> holders() {
            return holders;
        }
    }

    /** The daemon lacks an API extension that this call needs. */
    public static final class DaemonTooOld extends IncusException {
        private static final long serialVersionUID = 1L;

        public DaemonTooOld(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }
    }

    /** There is no such thing (404). */
    public static final class NotFound extends IncusException {
        private static final long serialVersionUID = 1L;

        public NotFound(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }
    }

    /** The name is taken, or the thing is in use (409). */
    public static final class Conflict extends IncusException {
        private static final long serialVersionUID = 1L;

        public Conflict(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }
    }

    /** Someone else changed it since it was read (412). */
    public static final class PreconditionFailed extends IncusException {
        private static final long serialVersionUID = 1L;

        public PreconditionFailed(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }
    }

    /** The daemon refused for another reason. */
    public static final class Rejected extends IncusException {
        private static final long serialVersionUID = 1L;
        private final int status;

        public Rejected(String tried, int status, String answered, String advice) {
            super(tried, answered, advice, null);
            this.status = status;
        }

        /** The HTTP status, e.g. 400. */
        public int status() {
            return status;
        }
    }

    /** An asynchronous operation started and ended badly. */
    public static final class OperationFailed extends IncusException {
        private static final long serialVersionUID = 1L;
        private final boolean cancelled;

        public OperationFailed(String tried, String answered, String advice, boolean cancelled) {
            super(tried, answered, advice, null);
            this.cancelled = cancelled;
        }

        /** Whether it was cancelled rather than broken. */
        public boolean cancelled() {
            return cancelled;
        }
    }

    /** The daemon ended while it was at work: the one that came after it knows nothing of the operation. */
    public static final class OperationLost extends IncusException {
        private static final long serialVersionUID = 1L;

        public OperationLost(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }
    }

    /** The daemon is at work and the caller's time is up. */
    public static final class TimedOut extends IncusException {
        private static final long serialVersionUID = 1L;

        public TimedOut(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }
    }

    /** The connection broke or carried something that is not the daemon's protocol. */
    public static final class TransportFailed extends IncusException {
        private static final long serialVersionUID = 1L;

        public TransportFailed(String tried, String answered, String advice, @Nullable Throwable cause) {
            super(tried, answered, advice, cause);
        }
    }
}
