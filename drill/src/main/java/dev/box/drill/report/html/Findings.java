package dev.box.drill.report.html;

import dev.box.drill.report.CellReport;
import dev.box.drill.report.Finding;
import dev.box.drill.report.LayerReport;
import dev.box.drill.report.MutationReport;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.report.PredictionReport;
import java.util.List;

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

    private static int cells(View view, Html page) {
        int written = 0;
        for (PhaseReport phase : view.report().phases()) {
            for (Finding finding : Finding.of(phase)) {
                cells(finding, page);
                written++;
            }
        }
        return written;
    }

    private static void cells(Finding finding, Html page) {
        Mark mark = Mark.of(finding.verdict());
        CellReport example = finding.example();
        int count = finding.cells().size();
        page.open("li", "class", mark.style());
        mark.badge(page);
        page.text(" ").element("strong", finding.clause() + " · " + finding.because());
        page.element(
                "p",
                (count == 1 ? "" : count + " measurements. For example ")
                        + (example.isWay() ? example.from() + " → " + example.to() : example.id()) + ": "
                        + example.words());
        page.open("p", "class", "links");
        for (String row : finding.rows()) {
            page.element("a", row, "href", "#" + Html.anchor("row", row)).text(" ");
        }
        page.close().element("pre", finding.rerun()).close().line();
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
                one.what() + " · " + (one.because().isEmpty() ? one.outcome().words() : one.because()),
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
