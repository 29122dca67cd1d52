package dev.box.cli.verb;

import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Terminal;
import dev.box.core.box.Box;
import dev.box.core.process.Handover;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecSession;
import dev.box.incus.ExecStreams;
import dev.box.incus.Incus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The two ways into a box: the operator's terminal itself, or three separate streams. */
final class Entry {

    /** Not SIGINT: whoever stands between the daemon and the command in the guest hands this one on. */
    private static final int SIGTERM = 15;

    private final Incus incus;
    private final Box box;
    private final Invocation call;

    Entry(Incus incus, Box box, Invocation call) {
        this.incus = incus;
        this.box = box;
        this.call = call;
    }

    /** Becomes the incus client, which knows how to drive a terminal; nothing of box stays. Returns only by throwing. */
    int handOver(ExecRequest request) {
        call.terminal().flush();
        List<String> client = client(request);
        // what leads to a remote is this process's, which is about to be another
        incus.close();
        return Handover.to(client, call.settings().environment());
    }

    /** Runs it over the daemon's streams and returns the guest's exit status. */
    int stream(ExecRequest request) {
        Deadline deadline = call.deadline(Limits.UNLIMITED);
        Terminal terminal = call.terminal();
        ExecStreams streams = new ExecStreams(terminal.input(), terminal.output(), terminal.errors());
        // starting is the daemon's answer, which must come soon; only the command itself may take its time
        try (ExecSession session =
                incus.instances().startExec(box.name(), request, streams, deadline.within(Limits.QUICK))) {
            return await(session, deadline);
        }
    }

    /** A Ctrl-C means the command: it is passed on before this process ends. */
    private static int await(ExecSession session, Deadline deadline) {
        try {
            return session.await(deadline);
        } catch (RuntimeException e) {
            if (Thread.interrupted()) {
                session.signal(SIGTERM);
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    /** {@code --force-local}: the same daemon, and no greeting for a first-time user in the middle of somebody's session. */
    static List<String> client(Incus incus) {
        return new ArrayList<>(
                incus.endpoint().remote().isEmpty() ? List.of("incus", "--force-local") : List.of("incus"));
    }

    private List<String> client(ExecRequest request) {
        List<String> argv = client(incus);
        argv.addAll(List.of("exec", incus.nameForClient(box.name())));
        if (!incus.project().isEmpty()) {
            argv.add("--project=" + incus.project());
        }
        argv.add("--cwd=" + request.cwd());
        for (Map.Entry<String, String> variable : request.environment().entrySet()) {
            argv.add("--env=" + variable.getKey() + "=" + variable.getValue());
        }
        argv.addAll(List.of("--force-interactive", "--"));
        argv.addAll(request.command());
        return argv;
    }
}
