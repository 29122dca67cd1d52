package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.TemplatesReport;
import dev.box.cli.terminal.Table;
import dev.box.core.failure.BoxFailure;
import dev.box.core.mint.Prune;
import dev.box.core.template.Templates;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.util.List;
import java.util.function.UnaryOperator;

/** {@code box templates}. */
public final class TemplatesVerb implements Handler {

    @Override
    public int run(Invocation call) {
        List<Templates.Listed> templates = Templates.of(call.settings()).list();
        UnaryOperator<String> warm = warm(call);
        if (call.json()) {
            call.terminal().rendered(Document.of(TemplatesReport.of(templates, warm), TemplatesReport.class));
        } else {
            Table table = new Table("NAME", "ORIGIN", "WARM", "DESCRIPTION");
            for (Templates.Listed template : templates) {
                String fault = template.fault().isEmpty() ? "" : "cannot be used: " + template.fault();
                table.row(
                        template.name(),
                        template.origin().word(),
                        warm.apply(template.name()),
                        template.description() + fault);
            }
            call.terminal().out(table.toString());
        }
        return ExitStatus.DONE;
    }

    /** What can be made can be listed without a daemon; only this cannot be told then. */
    private static UnaryOperator<String> warm(Invocation call) {
        try (Incus incus = Daemon.connect(call)) {
            List<String> warm = new Prune(incus, call.settings(), Templates.of(call.settings()), Version.read())
                    .warmTemplates(call.deadline(Limits.QUICK));
            return name -> warm.contains(name) ? "yes" : "no";
        } catch (IncusException | BoxFailure.Failed e) {
            return name -> "unknown";
        }
    }
}
