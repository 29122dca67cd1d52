package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Consent;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.box.Checkpoints;
import dev.box.core.mint.Rollback;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.util.Optional;

/** {@code box restore}. */
public final class RestoreVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String label = call.arguments().positional(1, "");
        Deadline deadline = call.deadline(Limits.POWER);
        try (Incus incus = Daemon.connect(call)) {
            Boxes boxes = new Boxes(incus, call.settings());
            Box box = new Checkpoints(incus, boxes).require(call.arguments().first(), label, deadline);
            if (!call.arguments().has("force")) {
                String stop = box.running() ? "stop it, " : "";
                new Consent(call.terminal())
                        .demand(
                                "rolling box '" + box.name() + "' back to '" + label + "'",
                                "roll box '" + box.name() + "' back to '" + label + "': " + stop
                                        + "lose everything in it that is newer than that?",
                                "--force");
            }
            Optional<String> address =
                    new Rollback(incus, boxes).run(box.name(), label, call.progress(), call.deadline(Limits.POWER));
            call.terminal()
                    .out(box.name() + " is back at " + label
                            + address.map(a -> ": " + a).orElse(" (down)"));
        }
        return ExitStatus.DONE;
    }
}
