package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.box.Boxes;
import dev.box.incus.Incus;

/** {@code box down}. */
public final class DownVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String name = call.arguments().first();
        boolean force = call.arguments().has("force");
        try (Incus incus = Daemon.connect(call)) {
            Boxes.Down how =
                    new Boxes(incus, call.settings()).down(name, force, call.progress(), call.deadline(Limits.POWER));
            call.terminal()
                    .out(
                            switch (how) {
                                case ALREADY -> name + " is down already";
                                case SHUT_DOWN, KILLED -> name + " is down";
                            });
        }
        return ExitStatus.DONE;
    }
}
