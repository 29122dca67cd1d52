package dev.box.cli.verb;

import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.command.Option;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.failure.BoxFailure;
import dev.box.incus.Incus;
import java.util.List;

/** {@code box exec}. */
public final class ExecVerb implements Handler {

    @Override
    public int run(Invocation call) {
        List<String> command = call.arguments().rest();
        requireText(command);
        try (Incus incus = Daemon.connect(call)) {
            Box box = new Boxes(incus, call.settings())
                    .resolveRunning(
                            call.arguments().first(),
                            call.deadline(Limits.QUICK).within(Limits.QUICK));
            Entry entry = new Entry(incus, box, call);
            // a time limit needs someone who stays to keep it
            boolean stay = call.arguments().has(Option.TIMEOUT.name());
            if (call.terminal().isInteractive() && !stay) {
                return entry.handOver(box.user().command(command, call.term(), 0, 0));
            }
            return entry.stream(box.user().command(command, call.term()));
        }
    }

    /** The daemon takes text only. The JVM has put this character in the place of what was none. */
    private static void requireText(List<String> command) {
        for (String word : command) {
            if (word.indexOf('\uFFFD') >= 0) {
                throw new BoxFailure.Refused(
                        "reading the command",
                        "'" + word + "' is not UTF-8, and would not arrive as you typed it",
                        "send such bytes on standard input, or as an escape: box exec <box> -- sh -c 'printf \"\\377\"'");
            }
        }
    }
}
