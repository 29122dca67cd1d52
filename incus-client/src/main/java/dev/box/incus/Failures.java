package dev.box.incus;

import dev.box.incus.wire.ConnectFailed;
import dev.box.incus.wire.NoAnswer;
import dev.box.incus.wire.NotAccepted;
import dev.box.incus.wire.WebSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Decides which {@link IncusException} an answer or a broken connection is. */
final class Failures {

    static final String LOG = "see what the daemon says: sudo journalctl -u incus -n 20";
    static final String START = "start it: sudo systemctl start incus";
    private static final String JOIN = "join its group, then log in again: sudo usermod -aG ";

    private Failures() {}

    static IncusException answered(String tried, int status, String error) {
        return switch (status) {
            case 401, 403 ->
                new IncusException.PermissionDenied(
                        tried,
                        "the daemon refused: " + error,
                        "do it as root or as a member of group incus-admin, or in a project that is yours");
            case 404 -> new IncusException.NotFound(tried, error, "");
            case 409 -> new IncusException.Conflict(tried, error, "");
            case 412 ->
                new IncusException.PreconditionFailed(
                        tried,
                        "someone else changed it meanwhile (" + error + ")",
                        "read it again and repeat the change");
            default ->
                isTaken(error)
                        ? new IncusException.Conflict(tried, error, "")
                        : new IncusException.Rejected(tried, status, error, "");
        };
    }

    /** An operation that ended badly; of two that make the same thing at once, one learns of the other only here. */
    static IncusException ended(String tried, OperationInfo end) {
        return isTaken(end.err())
                ? new IncusException.Conflict(tried, end.err(), "")
                : new IncusException.OperationFailed(tried, end.err(), "", end.cancelled());
    }

    /** The daemon's database says it with status 400 or 500; a storage pool that holds what the database does not know, too. */
    private static boolean isTaken(String error) {
        return error.contains("already exists") || error.contains("File exists");
    }

    static IncusException of(String tried, Daemon daemon, Exception cause, Deadline deadline) {
        Path socket = daemon.endpoint.socket();
        if (cause instanceof ConnectFailed failed) {
            return notConnected(tried, socket, failed);
        }
        if (cause instanceof SilenceWatch.Wedged wedged) {
            return wedged(tried, socket, wedged.found());
        }
        if (cause instanceof WebSocket.Refused refused) {
            return answered(tried, refused.status(), String.valueOf(refused.getMessage()));
        }
        if (cause instanceof SocketTimeoutException) {
            return timedOut(tried, socket, cause, deadline);
        }
        return new IncusException.TransportFailed(
                tried, "the connection to " + socket + " broke: " + cause.getMessage(), LOG, cause);
    }

    /** Told apart by looking again, not by the system's message, which is in the user's language. */
    private static IncusException notConnected(String tried, Path socket, ConnectFailed cause) {
        if (Files.notExists(socket)) {
            return new IncusException.NoSocket(tried, "there is no socket " + socket, Failures.START);
        }
        if (!Files.isWritable(socket)) {
            return permissionDenied(tried, socket);
        }
        return new IncusException.NoSocket(
                tried,
                "nobody listens on " + socket + ": the daemon is not running (" + cause.getMessage() + ")",
                START);
    }

    static IncusException.PermissionDenied permissionDenied(String tried, Path socket) {
        String group = socket.toString().endsWith(".user") ? "incus" : "incus-admin";
        return new IncusException.PermissionDenied(
                tried, "this user may not open " + socket, JOIN + group + " \"$USER\" (or run it as root)");
    }

    private static IncusException wedged(String tried, Path socket, SocketPeers.Found found) {
        List<SocketHolder> holders = found.holders();
        if (holders.isEmpty()) {
            String why = found.complaint().isEmpty()
                    ? "this user may not see which process holds it"
                    : "which process holds it is unknown: " + found.complaint();
            return new IncusException.DaemonWedged(
                    tried,
                    "the daemon accepts no connections any more: it waits for one that sends nothing; " + why,
                    "find it: sudo ss -xpn | grep " + socket + "  (then the process at the other end), and end it",
                    holders);
        }
        StringBuilder names = new StringBuilder();
        StringBuilder kill = new StringBuilder("kill");
        for (SocketHolder holder : holders) {
            names.append(names.isEmpty() ? "" : ", ")
                    .append("pid ")
                    .append(holder.pid())
                    .append(" (")
                    .append(holder.command())
                    .append(')');
            kill.append(' ').append(holder.pid());
        }
        boolean one = holders.size() == 1 && found.unseen() == 0;
        String answered = one
                ? "the daemon accepted a connection from " + names
                        + " that sends nothing, and serves nobody else until it ends"
                : "the daemon waits for a connection that sends nothing, and serves nobody else until it ends; connected are "
                        + names + (found.unseen() == 0 ? "" : " and " + found.unseen() + " that this user may not see");
        return new IncusException.DaemonWedged(
                tried, answered, (one ? "end it: " : "end the one that hangs: ") + kill, holders);
    }

    private static IncusException timedOut(String tried, Path socket, Exception cause, Deadline deadline) {
        String limit = "within " + deadline.budget().toMillis() + " ms";
        if (cause instanceof NotAccepted) {
            return new IncusException.TimedOut(
                    tried,
                    "the daemon did not accept the connection " + limit + ": it is starting, or it hangs",
                    "see what it does: systemctl status incus");
        }
        String state = cause instanceof NoAnswer
                ? SocketTable.read(socket).listening()
                        ? "the daemon took the request and gave no answer "
                        : "no answer "
                : "the daemon's answer was not complete ";
        return new IncusException.TimedOut(tried, state + limit, "see what it is busy with: incus operation list");
    }
}
