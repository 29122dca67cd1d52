package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.TemplatesReport;
import dev.box.cli.terminal.Table;
import dev.box.core.template.Templates;
import java.util.List;

/** {@code box templates}. */
public final class TemplatesVerb implements Handler {

    @Override
    public int run(Invocation call) {
        List<Templates.Listed> templates = Templates.of(call.settings()).list();
        if (call.json()) {
            call.terminal().rendered(Document.of(TemplatesReport.of(templates), TemplatesReport.class));
        } else {
            Table table = new Table("NAME", "ORIGIN", "DESCRIPTION");
            for (Templates.Listed template : templates) {
                String fault = template.fault().isEmpty() ? "" : "cannot be used: " + template.fault();
                table.row(template.name(), template.origin().word(), template.description() + fault);
            }
            call.terminal().out(table.toString());
        }
        return ExitStatus.DONE;
    }
}
