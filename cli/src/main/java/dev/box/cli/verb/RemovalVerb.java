package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.RemovalReport;
import dev.box.cli.terminal.Consent;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.removal.Scope;
import dev.box.core.removal.TeardownHost;
import dev.box.incus.Deadline;
import java.util.List;

/** {@code box teardown-host} and, with drills, {@code box wipe}. */
public final class RemovalVerb implements Handler {

    private final boolean drills;

    public RemovalVerb(boolean drills) {
        this.drills = drills;
    }

    @Override
    public int run(Invocation call) {
        Scope scope = new Scope(
                drills, call.arguments().has("purge-storage"), call.arguments().has("purge-incus"));
        TeardownHost teardown = new TeardownHost(new HostStack(Host.local(call.settings())));
        Deadline deadline = call.deadline(Limits.BUILD);
        List<String> planned = teardown.plan(scope, deadline);
        if (call.arguments().has("dry-run")) {
            report(call, "planned", planned);
            return ExitStatus.DONE;
        }
        if (!planned.isEmpty() && !call.arguments().has("yes")) {
            call.terminal().err("this removes from this host:\n  " + String.join("\n  ", planned));
            new Consent(call.terminal()).demand("removing box from this host", "remove all of it?", "--yes");
        }
        report(call, "removed", teardown.run(scope, call.progress(), call.deadline(Limits.BUILD)));
        return ExitStatus.DONE;
    }

    private static void report(Invocation call, String outcome, List<String> names) {
        if (call.json()) {
            call.terminal().rendered(Document.of(RemovalReport.of(outcome, names), RemovalReport.class));
        } else if (names.isEmpty()) {
            call.terminal().out("there is nothing of box on this host");
        } else if (outcome.equals("planned")) {
            call.terminal().out(String.join("\n", names) + "\nwould be removed; nothing was");
        } else {
            call.terminal().out("removed, and looked for again: " + names.size() + " things; none is left");
        }
    }
}
