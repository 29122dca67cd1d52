package dev.box.cli.verb;

import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import dev.box.incus.Incus;
import java.util.List;

/** {@code box tmux}. */
public final class TmuxVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String session = call.arguments().positional(1, "main");
        if (!session.matches("[A-Za-z0-9_-]{1,64}")) {
            throw new BoxFailure.Refused(
                    "naming the session '" + Untrusted.line(session) + "'",
                    "a name has 1 to 64 letters, digits, '-' and '_'",
                    "box tmux " + Untrusted.line(call.arguments().first()) + " main");
        }
        if (!call.terminal().isInteractive()) {
            throw new BoxFailure.Refused(
                    "attaching to a session", "this is no terminal", "for one command: box exec BOX -- COMMAND");
        }
        try (Incus incus = Daemon.connect(call)) {
            Box box = new Boxes(incus, call.settings())
                    .resolveRunning(
                            call.arguments().first(),
                            call.deadline(Limits.QUICK).within(Limits.QUICK));
            List<String> command = List.of("tmux", "new-session", "-A", "-s", session);
            return new Entry(incus, box, call).handOver(box.user().command(command, call.term(), 0, 0));
        }
    }
}
