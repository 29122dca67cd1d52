package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.ExportReport;
import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.transfer.Export;
import dev.box.incus.Incus;
import java.nio.file.Path;

/** {@code box export}. */
public final class ExportVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String name = BoxName.of(call.arguments().first()).value();
        Path file = TypedPath.of(call.arguments().positional(1, name + ".box.tar.gz"));
        Export.Exported exported;
        try (Incus incus = Daemon.connect(call)) {
            exported = new Export(incus, new Boxes(incus, call.settings()))
                    .export(
                            name,
                            file,
                            call.arguments().has("instance-only"),
                            call.arguments().has("force"),
                            call.progress(),
                            call.deadline(Limits.TRANSFER));
        }
        if (call.json()) {
            call.terminal().rendered(Document.of(ExportReport.of(name, exported), ExportReport.class));
        } else {
            call.terminal().out(exported.file() + ": " + (exported.bytes() + (1 << 20) - 1 >> 20) + " MiB");
        }
        call.progress()
                .note(
                        "this file is a credential: whoever reads it has all that was in the box (mode 0600; keep it so)");
        return ExitStatus.DONE;
    }
}
