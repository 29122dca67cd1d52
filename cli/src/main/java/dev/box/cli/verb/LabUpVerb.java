package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.lab.Lab;
import dev.box.lab.LabStatus;

/** {@code box lab up}. */
public final class LabUpVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Lab lab = Labs.of(call);
        LabStatus status = lab.up(Labs.options(call), call.progress(), call.deadline(Limits.BUILD));
        call.terminal().out(LabStatusVerb.words(status));
        if (!call.quiet()) {
            call.terminal()
                    .err("  use it:  box lab exec" + lab.option() + " -- box setup-host    end it:  box lab down"
                            + lab.option());
        }
        return ExitStatus.DONE;
    }
}
