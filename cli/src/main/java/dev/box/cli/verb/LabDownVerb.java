package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.lab.Lab;

/** {@code box lab down}. */
public final class LabDownVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Lab lab = Labs.of(call);
        lab.down(call.progress(), call.deadline(Limits.POWER));
        call.terminal().out("lab '" + lab.name() + "' is down; nothing of it is left but the cache");
        return ExitStatus.DONE;
    }
}
