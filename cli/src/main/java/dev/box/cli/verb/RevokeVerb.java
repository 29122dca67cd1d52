package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Consent;
import dev.box.core.host.Host;
import dev.box.core.process.Privileges;
import dev.box.core.progress.Progress;
import dev.box.core.tenant.Revoke;
import dev.box.core.tenant.Sessions;
import dev.box.core.text.Untrusted;
import java.util.List;

/** {@code box revoke}. */
public final class RevokeVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String user = call.arguments().first();
        boolean purge = call.arguments().has("purge");
        Privileges.requireRoot("revoking " + user, "box revoke " + user + (purge ? " --purge" : ""));
        Revoke revoke = new Revoke(Host.local(call.settings()));
        if (purge && !call.arguments().has("yes")) {
            List<String> planned = revoke.plan(user, call.deadline(Limits.POWER));
            call.terminal()
                    .err("this ends every session of " + user + " that has group incus, and deletes:\n  "
                            + String.join("\n  ", planned));
            new Consent(call.terminal()).demand("purging " + user, "delete all of it?", "--yes");
        }
        Revoke.Revoked revoked = purge
                ? revoke.purge(user, call.progress(), call.deadline(Limits.BUILD))
                : revoke.run(user, call.progress(), call.deadline(Limits.POWER));
        String name = revoked.account().name();
        call.terminal()
                .out(
                        purge
                                ? name + " has no access any more, and nothing of it is left in the daemon"
                                : name + " has no access any more; its boxes stay as they are"
                                        + " (back: sudo box grant " + name + ")");
        warn(revoked, call.progress());
        return ExitStatus.DONE;
    }

    private static void warn(Revoke.Revoked revoked, Progress progress) {
        if (!revoked.sessions().isEmpty()) {
            progress.warn("sessions that are open keep the access until they end: "
                    + String.join(
                            ", ",
                            revoked.sessions().stream().map(Object::toString).toList()) + "\n  end them: "
                    + Sessions.command(revoked.account()));
        }
        for (String file : revoked.setgid()) {
            progress.warn("took the setgid bit off " + Untrusted.line(file) + ": it would have handed the group on");
        }
        if (revoked.admin()) {
            progress.warn(revoked.account().name() + " is still in group incus-admin and has the whole daemon: sudo"
                    + " gpasswd -d " + revoked.account().name() + " incus-admin");
        }
    }
}
