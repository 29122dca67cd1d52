package dev.box.incus;

import java.net.SocketTimeoutException;

/** Decides which {@link IncusException} an answer or a broken connection is. */
final class Failures {

    private Failures() {}

    static IncusException answered(String tried, int status, String error) {
        return switch (status) {
            case 403 -> new IncusException.PermissionDenied(tried, error, "");
            case 404 -> new IncusException.NotFound(tried, error, "");
            case 409 -> new IncusException.Conflict(tried, error, "");
            case 412 -> new IncusException.PreconditionFailed(tried, error, "read it again and repeat the change");
            default -> new IncusException.Rejected(tried, status, error, "");
        };
    }

    static IncusException of(String tried, Daemon daemon, Exception cause, Deadline deadline) {
        if (cause instanceof SocketTimeoutException) {
            return new IncusException.TimedOut(
                    tried, "no answer within " + deadline.budget().toMillis() + " ms", "");
        }
        return new IncusException.TransportFailed(tried, String.valueOf(cause.getMessage()), "", cause);
    }
}
