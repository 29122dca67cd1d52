package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.SnapshotReport;
import dev.box.core.box.Boxes;
import dev.box.core.box.Checkpoints;
import dev.box.core.box.SnapshotLabel;
import dev.box.incus.Incus;

/** {@code box snapshot}. */
public final class SnapshotVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String box = call.arguments().first();
        String asked = call.arguments().positional(1, "");
        SnapshotLabel label = asked.isEmpty() ? SnapshotLabel.ofNow() : new SnapshotLabel(asked);
        try (Incus incus = Daemon.connect(call)) {
            new Checkpoints(incus, new Boxes(incus, call.settings()))
                    .take(box, label, call.progress(), call.deadline(Limits.POWER));
        }
        if (call.json()) {
            call.terminal().rendered(Document.of(SnapshotReport.of(box, label.value()), SnapshotReport.class));
            return ExitStatus.DONE;
        }
        call.terminal().out(box + "/" + label);
        if (!call.quiet()) {
            call.terminal().err("  go back to it:  box restore " + box + " " + label);
            call.terminal().err("  clone it:       box new NAME --from " + box + "/" + label);
        }
        return ExitStatus.DONE;
    }
}
