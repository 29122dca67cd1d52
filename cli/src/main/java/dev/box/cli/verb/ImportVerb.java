package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.ImportReport;
import dev.box.core.transfer.Import;
import dev.box.incus.Incus;

/** {@code box import}. */
public final class ImportVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Import.Imported box;
        try (Incus incus = Daemon.connect(call)) {
            box = new Import(incus)
                    .run(
                            TypedPath.of(call.arguments().first()),
                            call.arguments().value("name", ""),
                            call.progress(),
                            call.deadline(Limits.TRANSFER));
        }
        if (call.json()) {
            call.terminal().rendered(Document.of(ImportReport.of(box), ImportReport.class));
            return ExitStatus.DONE;
        }
        String was = box.from().equals(box.name()) ? "" : " (it was '" + box.from() + "')";
        call.terminal()
                .out(box.name() + " is imported" + was + ", with " + box.snapshots()
                        + (box.snapshots() == 1 ? " snapshot" : " snapshots") + "; it is down");
        if (!call.quiet()) {
            call.terminal().err("  start it:  box start " + box.name());
        }
        return ExitStatus.DONE;
    }
}
