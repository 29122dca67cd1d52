package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Consent;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.util.ArrayList;
import java.util.List;

/** {@code box rm}. All names are resolved before the first box is touched, so that a typing error deletes nothing. */
public final class RemoveVerb implements Handler {

    @Override
    public int run(Invocation call) {
        try (Incus incus = Daemon.connect(call)) {
            Boxes boxes = new Boxes(incus, call.settings());
            Deadline deadline = call.deadline(Limits.POWER);
            List<String> described = new ArrayList<>();
            for (String name : call.arguments().positionals()) {
                Box box = boxes.resolve(name, deadline.within(Limits.QUICK));
                described.add("'" + box.name() + "' (" + box.state().word() + ")");
            }
            if (!call.arguments().has("force")) {
                String what = String.join(", ", described);
                new Consent(call.terminal())
                        .demand(
                                "deleting " + what,
                                "delete " + what + " and " + (described.size() == 1 ? "its" : "their") + " snapshots?",
                                "--force");
            }
            for (String name : call.arguments().positionals()) {
                boxes.remove(name, true, call.progress(), call.deadline(Limits.POWER));
            }
        }
        return ExitStatus.DONE;
    }
}
