package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.ImageListReport;
import dev.box.cli.terminal.Table;
import dev.box.core.image.BaseImages;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;

/** {@code box image list}. */
public final class ImageListVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Deadline deadline = call.deadline(Limits.QUICK);
        ImageListReport report;
        try (Incus incus = Daemon.connect(call)) {
            report = ImageListReport.of(new BaseImages(incus, call.settings()).list(deadline));
        }
        if (call.json()) {
            call.terminal().rendered(Document.of(report, ImageListReport.class));
        } else if (report.images().isEmpty()) {
            call.terminal().err("no images yet — 'box new' fetches what it needs; without network: box image build");
        } else {
            call.terminal().out(table(report));
        }
        return ExitStatus.DONE;
    }

    private static String table(ImageListReport report) {
        Table table = new Table("ALIAS", "FINGERPRINT", "TYPE", "SIZE", "DESCRIPTION", "AGE");
        for (ImageListReport.Entry image : report.images()) {
            table.row(
                    String.join(" ", image.aliases()),
                    image.fingerprint()
                            .substring(0, Math.min(12, image.fingerprint().length())),
                    image.type(),
                    image.bytes() / 1_000_000 + " MB",
                    image.description(),
                    Ages.since(image.imported()));
        }
        return table.toString();
    }
}
