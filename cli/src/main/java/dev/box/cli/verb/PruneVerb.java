package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.PruneReport;
import dev.box.cli.terminal.Consent;
import dev.box.cli.terminal.Table;
import dev.box.core.mint.Prune;
import dev.box.core.template.Templates;
import dev.box.incus.Incus;
import java.util.List;

/** {@code box prune}. */
public final class PruneVerb implements Handler {

    @Override
    public int run(Invocation call) {
        try (Incus incus = Daemon.connect(call)) {
            Prune prune = new Prune(incus, call.settings(), Templates.of(call.settings()), Version.read());
            List<Prune.Candidate> candidates = prune.find(call.deadline(Limits.QUICK));
            if (call.arguments().has("dry-run")) {
                show(call, "planned", candidates);
                return ExitStatus.DONE;
            }
            if (!candidates.isEmpty() && !call.arguments().has("force")) {
                call.terminal().err(table(candidates));
                String what = candidates.size() == 1 ? "this one" : "these " + candidates.size();
                new Consent(call.terminal()).demand("pruning", "delete " + what + "?", "--force");
            }
            for (Prune.Candidate candidate : candidates) {
                prune.remove(candidate, call.progress(), call.deadline(Limits.POWER));
            }
            show(call, "removed", candidates);
        }
        return ExitStatus.DONE;
    }

    private static void show(Invocation call, String outcome, List<Prune.Candidate> candidates) {
        if (call.json()) {
            call.terminal().rendered(Document.of(PruneReport.of(outcome, candidates), PruneReport.class));
        } else if (candidates.isEmpty()) {
            call.terminal().err("nothing to prune");
        } else if (outcome.equals("planned")) {
            call.terminal().out(table(candidates) + "\nwould be deleted; nothing was");
        } else {
            call.terminal()
                    .out("deleted: "
                            + String.join(
                                    " ",
                                    candidates.stream()
                                            .map(Prune.Candidate::name)
                                            .toList()));
        }
    }

    private static String table(List<Prune.Candidate> candidates) {
        Table table = new Table("NAME", "WHY", "DETAIL");
        for (Prune.Candidate candidate : candidates) {
            table.row(candidate.name(), candidate.why().words(), candidate.detail());
        }
        return table.toString();
    }
}
