package dev.box.incus;

import dev.box.incus.wire.WebSocket;
import io.avaje.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A command that runs in a guest. Closing it before the command has ended makes the daemon kill the command. */
public final class ExecSession implements AutoCloseable {

    private static final int SIGKILL = 9;
    private static final int SIGTERM = 15;

    /** How long a command that ran out of time may take to end its children. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    /** Control first: the daemon starts the command when all others are there. */
    private static final List<String> SEPARATE = List.of("control", "0", "1", "2");

    private static final List<String> TERMINAL = List.of("control", "0");

    /** How long output may still come once the command has ended: a background child may hold its pipe for ever. */
    private static final Duration DRAIN = Duration.ofMillis(500);

    private final Operation operation;
    private final String tried;
    private final WebSocket control;
    private final List<WebSocket> sockets;
    private final List<ExecPump> outputs = new ArrayList<>();

    private ExecSession(Operation operation, String tried, List<WebSocket> sockets) {
        this.operation = operation;
        this.tried = tried;
        this.sockets = sockets;
        this.control = sockets.getFirst();
    }

    static ExecResult captured(Daemon daemon, String name, ExecRequest request, Deadline deadline) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (ExecSession session = start(daemon, name, request, ExecStreams.output(out, err), deadline)) {
            int status = session.await(deadline);
            session.close(); // no pump writes after this
            return new ExecResult(status, out.toByteArray(), err.toByteArray());
        }
    }

    static ExecSession start(Daemon daemon, String name, ExecRequest request, ExecStreams streams, Deadline deadline) {
        String tried = "running '" + request.label() + "' in '" + name + "'";
        Operation operation =
                daemon.start(tried, "POST", "/1.0/instances/" + Paths.segment(name) + "/exec", body(request), deadline);
        Map<?, ?> secrets = operation.info().metadata().get("fds") instanceof Map<?, ?> fds ? fds : Map.of();
        try {
            List<String> paths = new ArrayList<>();
            for (String stream : request.interactive() ? TERMINAL : SEPARATE) {
                paths.add(path(operation, secrets, stream));
            }
            ExecSession session = new ExecSession(operation, tried, daemon.openWebSockets(paths, deadline));
            session.carry(request.interactive(), streams);
            return session;
        } catch (IOException | JsonException e) {
            throw Failures.of(tried, daemon, e, deadline);
        }
    }

    private void carry(boolean interactive, ExecStreams streams) {
        if (interactive) {
            outputs.add(ExecPump.output(sockets.get(1), streams.stdout()));
        } else {
            outputs.add(ExecPump.output(sockets.get(2), streams.stdout()));
            outputs.add(ExecPump.output(sockets.get(3), streams.stderr()));
        }
        feed(sockets.get(1), streams.stdin());
    }

    /** "Nothing" needs no thread: one frame says it. */
    private static void feed(WebSocket socket, InputStream stdin) {
        if (stdin != ExecStreams.NOTHING) {
            ExecPump.input(stdin, socket);
            return;
        }
        try {
            socket.sendText("", () -> DRAIN);
        } catch (IOException e) {
            // the command has ended already; the operation tells how
        }
    }

    private static String path(Operation operation, Map<?, ?> secrets, String stream) throws IOException {
        if (!(secrets.get(stream) instanceof String secret)) {
            throw new IOException("the daemon offers no stream '" + stream + "' for the command");
        }
        return operation.path() + "/websocket?secret=" + Paths.segment(secret);
    }

    private static Map<String, Object> body(ExecRequest request) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("command", request.command());
        body.put("environment", request.environment());
        body.put("wait-for-websocket", true);
        body.put("interactive", request.interactive());
        body.put("user", request.user());
        body.put("group", request.group());
        if (!request.cwd().isEmpty()) {
            body.put("cwd", request.cwd());
        }
        if (request.interactive()) {
            body.put("width", request.width());
            body.put("height", request.height());
        }
        return body;
    }

    /** Sends a signal by number to the command. Does nothing once it has ended. */
    public void signal(int number) {
        tell("{\"command\":\"signal\",\"signal\":" + number + "}");
    }

    /** Tells the size of the caller's terminal. Does nothing once the command has ended. */
    public void resize(int columns, int lines) {
        tell("{\"command\":\"window-resize\",\"args\":{\"width\":\"" + columns + "\",\"height\":\"" + lines + "\"}}");
    }

    private void tell(String message) {
        try {
            control.sendText(message, () -> DRAIN);
        } catch (IOException e) {
            // the daemon closed control, which it does when the command has ended
        }
    }

    /**
     * Waits for the command and for its output.
     *
     * @return the guest's exit status
     * @throws IncusException.TimedOut if the deadline came first; the command was killed then
     */
    public int await(Deadline deadline) {
        OperationInfo end;
        try {
            end = operation.end(deadline);
        } catch (IncusException.TimedOut e) {
            kill();
            throw new IncusException.TimedOut(
                    tried,
                    "it was not done within " + deadline.budget().toMillis() + " ms and was killed",
                    "allow more time, or see what it waits for");
        }
        for (ExecPump output : outputs) {
            output.finish(DRAIN, deadline);
        }
        // The daemon calls 126 and 127 a failure of its own, even where the guest's program ended so.
        if (end.metadata().get("return") instanceof Number status) {
            return status.intValue();
        }
        if (!end.succeeded()) {
            throw new IncusException.OperationFailed(tried, end.err(), "", end.cancelled());
        }
        throw new IncusException.TransportFailed(tried, "the daemon told no exit status", "", null);
    }

    /** First the signal that a command can pass on to its children; then the one that it cannot even hear. */
    private void kill() {
        signal(SIGTERM);
        try {
            operation.end(Deadline.after(GRACE));
        } catch (IncusException.TimedOut e) {
            signal(SIGKILL);
        }
    }

    @Override
    public void close() {
        sockets.forEach(WebSocket::close);
        outputs.forEach(output -> output.join(DRAIN));
    }
}
