package dev.box.drill.report.html;

import dev.box.drill.report.CellReport;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.verdict.Verdict;
import java.util.List;

/** What was done, part by part: a reader sees at once how much of a whole drill this was. */
final class Phases {

    private Phases() {}

    static void write(View view, Html page) {
        List<PhaseReport> all = view.report().phases();
        if (all.size() < 2) {
            return;
        }
        page.open("section", "class", "card", "aria-labelledby", "phases-title");
        page.element("h2", "What was done", "id", "phases-title");
        page.open("table", "class", "phases").open("tbody");
        for (PhaseReport phase : all) {
            Mark mark = Mark.of(phase.verdict());
            page.open("tr").open("th", "scope", "row");
            mark.sign(page);
            page.text(" " + phase.id() + " · " + phase.title()).close();
            page.element("td", counted(phase.cells()), "class", mark.style());
            page.element("td", Summary.seconds(phase.elapsedMillis()), "class", "count");
            page.close().line();
        }
        page.close().close().close().line();
    }

    private static String counted(List<CellReport> cells) {
        long holds =
                cells.stream().filter(cell -> cell.verdict() == Verdict.HOLDS).count();
        return holds + " of " + cells.size() + " hold";
    }
}
