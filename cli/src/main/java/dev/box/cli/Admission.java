package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.core.settings.Settings;
import dev.box.core.tenant.Access;
import dev.box.core.tenant.Helpers;
import dev.box.incus.Deadline;

/** Keeps users of the restricted tier from verbs that are not theirs, before anything is asked of the daemon. */
final class Admission {

    private Admission() {}

    /** Throws {@link BoxFailure.Refused} with the true reason and who can help, if the caller may not. */
    static void check(Command command, Settings settings) {
        if (command.notRestricted().isEmpty() || Access.of(settings.environment()) != Access.RESTRICTED) {
            return;
        }
        throw new BoxFailure.Refused(
                "box " + command.name(),
                "this account uses Incus in the restricted tier, with a project of its own: " + command.notRestricted(),
                "ask " + new Helpers(Machine.local()).words(Deadline.seconds(10)));
    }
}
