package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.host.Change;
import dev.box.core.host.Host;
import dev.box.core.process.Privileges;
import dev.box.core.tenant.Grant;
import dev.box.core.tenant.Quota;

/** {@code box grant}. */
public final class GrantVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Arguments arguments = call.arguments();
        String user = arguments.first();
        Privileges.requireRoot("granting " + user, "box grant " + user);
        Quota quota = new Quota(
                        arguments.value("cpu", ""),
                        arguments.value("memory", ""),
                        arguments.value("disk", ""),
                        arguments.value("boxes", ""))
                .checked();
        Grant.Granted granted =
                new Grant(Host.local(call.settings())).run(user, quota, call.progress(), call.deadline(Limits.POWER));
        for (Change change : granted.changes()) {
            call.progress().note(change.toString());
        }
        String name = granted.account().name();
        call.terminal()
                .out(name + " may make boxes, in project " + granted.account().project() + "; proven from " + name
                        + "'s side");
        if (granted.admin()) {
            call.progress()
                    .warn(name + " is in group incus-admin and has the whole daemon anyway: this project is a default"
                            + " placement for when that ends, not a confinement");
        }
        if (granted.relogin()) {
            call.progress().note("sessions of " + name + " that are open now do not have it yet: log in anew");
        }
        return ExitStatus.DONE;
    }
}
