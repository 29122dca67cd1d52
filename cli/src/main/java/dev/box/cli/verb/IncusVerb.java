package dev.box.cli.verb;

import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.box.ClientCommand;
import dev.box.core.process.Handover;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.util.List;

/** {@code box incus}: becomes the incus client, so that whatever it asks and answers is the operator's. */
public final class IncusVerb implements Handler {

    @Override
    public int run(Invocation call) {
        try (Incus incus = Daemon.connect(call)) {
            Boxes boxes = new Boxes(incus, call.settings());
            Deadline deadline = call.deadline(Limits.QUICK).within(Limits.QUICK);
            Box box = boxes.resolve(call.arguments().first(), deadline);
            ClientCommand command = ClientCommand.of(
                    incus.nameForClient(box.name()), call.arguments().rest());
            command.requireNoOther(boxes.foreign(deadline));
            List<String> argv = Entry.client(incus);
            if (!incus.project().isEmpty()) {
                argv.add("--project=" + incus.project());
            }
            argv.addAll(command.words());
            call.terminal().err("+ " + String.join(" ", argv));
            if (command.canMoveItOff()) {
                call.progress()
                        .warn("this can move box '" + box.name()
                                + "' off the isolation that box gives it; measure afterwards: box drill");
            }
            call.terminal().flush();
            incus.close();
            return Handover.to(argv, call.settings().environment());
        }
    }
}
