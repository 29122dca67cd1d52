package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;

/** {@code box lab logs}. */
public final class LabLogsVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String host = call.arguments().positional(0, Labs.FIRST);
        call.terminal()
                .out(Labs.of(call).logs(host, call.deadline(Limits.POWER)).stripTrailing());
        return ExitStatus.DONE;
    }
}
