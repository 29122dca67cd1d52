package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.lab.LabStatus;

/** {@code box lab up}. */
public final class LabUpVerb implements Handler {

    @Override
    public int run(Invocation call) {
        LabStatus status = Labs.of(call).up(Labs.options(call), call.progress(), call.deadline(Limits.BUILD));
        call.terminal().out(LabStatusVerb.words(status));
        if (!call.quiet()) {
            String named = Labs.named(call);
            call.terminal()
                    .err("  use it:  box lab exec" + named + " -- box setup-host    end it:  box lab down" + named);
        }
        return ExitStatus.DONE;
    }
}
