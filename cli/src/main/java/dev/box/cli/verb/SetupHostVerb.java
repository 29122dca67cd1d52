package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.SetupReport;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Change;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.SetupHost;
import dev.box.core.host.SetupOutcome;
import dev.box.incus.Deadline;
import java.util.List;

/** {@code box setup-host}. */
public final class SetupHostVerb implements Handler {

    @Override
    public int run(Invocation call) {
        SetupHost setup = new SetupHost(new HostStack(Host.local(call.settings())));
        Deadline deadline = call.deadline(Limits.BUILD);
        SetupOutcome outcome =
                call.arguments().has("dry-run") ? setup.plan(deadline) : setup.run(call.progress(), deadline);
        if (outcome instanceof SetupOutcome.NeedsRoot barred) {
            throw new BoxFailure.Failed("setting up this host", barred.message(), barred.advice());
        }
        if (call.json()) {
            call.terminal().rendered(Document.of(SetupReport.of(outcome), SetupReport.class));
        } else {
            call.terminal().out(words(outcome));
        }
        return ExitStatus.DONE;
    }

    private static String words(SetupOutcome outcome) {
        return switch (outcome) {
            case SetupOutcome.Converged done
            when done.changes().isEmpty() -> "this host is set up; nothing had to change";
            case SetupOutcome.Converged done ->
                "this host is set up; " + counted(done.changes()) + " made, all read back";
            case SetupOutcome.Planned plan when plan.changes().isEmpty() -> "nothing would change";
            case SetupOutcome.Planned plan ->
                lines(plan.changes()) + counted(plan.changes()) + " would be made; nothing was";
            case SetupOutcome.Restricted restricted -> restricted.message();
            case SetupOutcome.NeedsRoot barred -> barred.message();
        };
    }

    private static String lines(List<Change> changes) {
        StringBuilder lines = new StringBuilder();
        for (Change change : changes) {
            lines.append(change).append('\n');
        }
        return lines.toString();
    }

    private static String counted(List<Change> changes) {
        return changes.size() == 1 ? "1 change" : changes.size() + " changes";
    }
}
