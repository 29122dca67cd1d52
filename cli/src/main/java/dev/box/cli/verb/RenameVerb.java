package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.box.Checkpoints;
import dev.box.incus.Incus;

/** {@code box rename}. */
public final class RenameVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String old = call.arguments().first();
        BoxName name = BoxName.of(call.arguments().positional(1, ""));
        try (Incus incus = Daemon.connect(call)) {
            new Checkpoints(incus, new Boxes(incus, call.settings()))
                    .rename(old, name, call.progress(), call.deadline(Limits.POWER));
        }
        call.terminal().out(old + " is now " + name);
        return ExitStatus.DONE;
    }
}
