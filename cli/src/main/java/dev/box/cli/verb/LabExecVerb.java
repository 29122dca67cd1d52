package dev.box.cli.verb;

import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.process.Handover;
import java.util.List;

/** {@code box lab exec}: becomes the command, so its streams, its terminal and its exit status are the caller's. */
public final class LabExecVerb implements Handler {

    @Override
    public int run(Invocation call) {
        List<String> command = Labs.of(call)
                .host(call.arguments().positional(0, Labs.FIRST))
                .command(call.arguments().rest());
        call.terminal().flush();
        return Handover.to(command, call.settings().environment());
    }
}
