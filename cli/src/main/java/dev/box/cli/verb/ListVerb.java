package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.BoxListReport;
import dev.box.cli.report.Document;
import dev.box.cli.terminal.Table;
import dev.box.core.box.BoxSummary;
import dev.box.core.box.Boxes;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.util.List;

/** {@code box list}. */
public final class ListVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Deadline deadline = call.deadline(Limits.QUICK);
        List<BoxSummary> boxes;
        try (Incus incus = Daemon.connect(call)) {
            boxes = new Boxes(incus, call.settings()).list(deadline);
        }
        if (call.json()) {
            call.terminal().rendered(Document.of(BoxListReport.of(boxes), BoxListReport.class));
        } else if (boxes.isEmpty()) {
            call.terminal().err("no boxes yet — create one with: box new work");
        } else {
            call.terminal().out(table(boxes));
        }
        return ExitStatus.DONE;
    }

    private static String table(List<BoxSummary> boxes) {
        Table table = new Table("NAME", "STATE", "TYPE", "IPV4", "TEMPLATE", "SNAPSHOTS", "DOORS", "AGE");
        for (BoxSummary box : boxes) {
            table.row(
                    box.name(),
                    box.state().word(),
                    box.type(),
                    box.ipv4(),
                    box.template(),
                    Integer.toString(box.snapshots()),
                    Integer.toString(box.doors().size()),
                    Ages.since(box.created()));
        }
        return table.toString();
    }
}
