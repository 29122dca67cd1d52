package dev.box.drill.report.html;

import dev.box.drill.report.CellReport;
import dev.box.drill.report.LayerReport;
import dev.box.drill.report.MutationReport;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.report.PredictionReport;
import dev.box.drill.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a reader must act on, first. */
final class Findings {

    private Findings() {}

    static void write(View view, Html page) {
        Html list = new Html();
        int before = 0;
        before += phases(view, list);
        before += layers(view, list);
        before += cells(view, list);
        before += disagreements(view, list);
        before += survivors(view, list);
        if (before == 0) {
            return;
        }
        page.open("section", "id", "findings", "aria-labelledby", "findings-title");
        page.element("h2", "Findings", "id", "findings-title");
        page.open("ul", "class", "findings").append(list).close().close().line();
    }

    private static int phases(View view, Html page) {
        int written = 0;
        for (PhaseReport phase : view.report().phases()) {
            for (String why : phase.unjudgedBecause()) {
                item(page, Mark.UNSURE, "Nothing in phase " + phase.id() + " is judged", why, "");
                written++;
            }
        }
        return written;
    }

    private static int layers(View view, Html page) {
        List<LayerReport> red =
                view.layers().stream().filter(layer -> !layer.green()).toList();
        red.forEach(layer -> item(
                page,
                Mark.BROKEN,
                "Layer " + layer.id() + " is not in force: " + layer.mechanism(),
                layer.fact(),
                layer.fix()));
        return red.size();
    }

    /** One item for each row of the contract: between ten boxes a broken row has ninety cells. */
    private static int cells(View view, Html page) {
        Map<String, List<CellReport>> rows = new LinkedHashMap<>();
        for (PhaseReport phase : view.report().phases()) {
            if (phase.unjudgedBecause().isEmpty()) {
                phase.cells().stream()
                        .filter(cell -> cell.verdict() != Verdict.HOLDS)
                        .forEach(cell -> rows.computeIfAbsent(
                                        cell.row() + cell.verdict(), _ -> new java.util.ArrayList<>())
                                .add(cell));
            }
        }
        rows.values().forEach(row -> row(page, row));
        return rows.size();
    }

    private static void row(Html page, List<CellReport> cells) {
        CellReport first = cells.getFirst();
        page.open("li", "class", Mark.of(first.verdict()).style());
        Mark.of(first.verdict()).badge(page);
        page.text(" ")
                .element("strong", first.row() + ": " + first.because())
                .element("p", Evidence.ways(cells) + " · " + first.words());
        page.open("p", "class", "links");
        cells.stream()
                .limit(12)
                .forEach(cell -> page.element("a", cell.from() + " → " + cell.to(), "href", Evidence.link(cell))
                        .text(" "));
        page.close().element("pre", first.rerun()).close().line();
    }

    private static int disagreements(View view, Html page) {
        List<PredictionReport> all = view.disagreements();
        all.forEach(one -> item(
                page,
                Mark.UNSURE,
                "Three answers for " + one.cell() + " that do not agree",
                "declared " + one.declared() + ", predicted from the live rules " + one.predicted() + " (" + one.why()
                        + "), observed " + one.observed(),
                ""));
        return all.size();
    }

    private static int survivors(View view, Html page) {
        List<MutationReport> bad = view.report().mutations().stream()
                .filter(one -> !one.outcome().good())
                .toList();
        bad.forEach(one -> item(
                page,
                Mark.BROKEN,
                "The drill did not see a break as it should: " + one.id(),
                one.what() + " · " + one.outcome().words(),
                ""));
        return bad.size();
    }

    private static void item(Html page, Mark mark, String title, String words, String next) {
        page.open("li", "class", mark.style());
        mark.badge(page);
        page.text(" ").element("strong", title).element("p", words);
        if (!next.isEmpty()) {
            page.element("pre", next);
        }
        page.close().line();
    }
}
