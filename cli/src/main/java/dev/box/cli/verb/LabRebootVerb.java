package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;

/** {@code box lab reboot}. */
public final class LabRebootVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String host = call.arguments().positional(0, Labs.FIRST);
        Labs.of(call).reboot(host, call.progress(), call.deadline(Limits.POWER));
        return ExitStatus.DONE;
    }
}
