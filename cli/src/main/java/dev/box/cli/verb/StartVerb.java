package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.box.Boxes;
import dev.box.incus.Incus;

/** {@code box start}. */
public final class StartVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String name = call.arguments().first();
        try (Incus incus = Daemon.connect(call)) {
            String address =
                    new Boxes(incus, call.settings()).start(name, call.progress(), call.deadline(Limits.POWER));
            call.terminal().out(name + " is running: " + address);
        }
        return ExitStatus.DONE;
    }
}
