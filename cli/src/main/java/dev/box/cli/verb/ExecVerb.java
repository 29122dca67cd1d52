package dev.box.cli.verb;

import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.command.Option;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.incus.Incus;
import java.util.List;

/** {@code box exec}. */
public final class ExecVerb implements Handler {

    @Override
    public int run(Invocation call) {
        List<String> command = call.arguments().rest();
        try (Incus incus = Daemon.connect(call.settings())) {
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
}
