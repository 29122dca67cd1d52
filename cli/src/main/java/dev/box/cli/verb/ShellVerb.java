package dev.box.cli.verb;

import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.incus.Incus;

/** {@code box shell}. */
public final class ShellVerb implements Handler {

    @Override
    public int run(Invocation call) {
        try (Incus incus = Daemon.connect(call)) {
            Box box = new Boxes(incus, call.settings())
                    .resolveRunning(
                            call.arguments().first(),
                            call.deadline(Limits.QUICK).within(Limits.QUICK));
            Entry entry = new Entry(incus, box, call);
            if (call.terminal().isInteractive()) {
                return entry.handOver(box.user().shell(call.term(), 0, 0));
            }
            return entry.stream(box.user().shell(call.term()));
        }
    }
}
