package dev.box.drill.report.html;

import dev.box.drill.report.CellReport;
import dev.box.drill.report.ClauseReport;
import dev.box.drill.report.PredictionReport;
import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every cell with everything that was seen of it, folded away until it is asked for. */
final class Evidence {

    private Evidence() {}

    static String link(CellReport cell) {
        return "#" + Html.anchor("cell", cell.id());
    }

    static void write(View view, Html page) {
        page.open("section", "class", "card", "aria-labelledby", "evidence-title");
        page.element("h2", "Evidence", "id", "evidence-title");
        for (ClauseReport clause : view.report().clauses()) {
            page.open("section", "id", Html.anchor("clause", clause.id()), "class", "clause");
            page.open("h3");
            Mark.of(clause.verdict()).badge(page);
            page.text(" " + clause.id() + " · " + clause.sentence()).close();
            page.element(
                    "p",
                    clause.answer()
                            + (clause.layers().isEmpty()
                                    ? ""
                                    : ". Enforced by " + String.join(", ", clause.layers()) + "."),
                    "class",
                    "note");
            Map<String, List<CellReport>> rows = new LinkedHashMap<>();
            view.cells(clause.id())
                    .forEach(cell -> rows.computeIfAbsent(cell.row(), _ -> new ArrayList<>())
                            .add(cell));
            rows.forEach((row, cells) -> row(view, row, cells, page));
            page.close().line();
        }
        page.close().line();
    }

    private static void row(View view, String row, List<CellReport> cells, Html page) {
        Mark mark = View.worst(cells);
        long holds =
                cells.stream().filter(cell -> cell.verdict() == Verdict.HOLDS).count();
        if (mark == Mark.BROKEN) {
            page.open("details", "id", Html.anchor("row", row), "open", "");
        } else {
            page.open("details", "id", Html.anchor("row", row));
        }
        page.open("summary");
        mark.sign(page);
        page.element("b", row)
                .element(
                        "span",
                        cells.getFirst().protocol() + ", expected: "
                                + cells.getFirst().expectation(),
                        "class",
                        "grow")
                .element("span", holds + " of " + cells.size() + " hold", "class", "count");
        page.close();
        cells.forEach(cell -> cell(view, cell, page));
        page.close().line();
    }

    private static void cell(View view, CellReport cell, Html page) {
        page.open("details", "class", "cell", "id", Html.anchor("cell", cell.id()));
        page.open("summary");
        Mark.of(cell.verdict()).sign(page);
        page.element("b", cell.isWay() ? cell.from() + " → " + cell.to() : "evidence");
        page.element(
                "span",
                cell.because().isEmpty() ? cell.words() : cell.because() + " · " + cell.words(),
                "class",
                "grow");
        if (cell.flaky()) {
            page.element("span", "held on the retry", "class", "badge unsure");
        }
        page.close();
        view.prediction(cell.id()).ifPresent(one -> answers(one, page));
        for (int i = 0; i < cell.attempts().size(); i++) {
            attempt(cell.attempts().get(i), cell.attempts().size() > 1 ? "attempt " + (i + 1) : "", page);
        }
        if (!cell.controls().isEmpty()) {
            page.element("p", "Controls of its own: " + String.join(", ", cell.controls()), "class", "note");
        }
        page.element("pre", cell.rerun()).close();
    }

    private static void answers(PredictionReport one, Html page) {
        page.open("p", "class", "three");
        page.text("declared ").element("b", one.declared());
        page.text(" · predicted from the live rules ").element("b", one.predicted());
        page.text(" · observed ").element("b", one.observed());
        page.element("small", one.why());
        if (!one.agrees()) {
            page.element("span", "these do not agree", "class", "badge unsure");
        }
        page.close();
    }

    private static void attempt(CellReport.Attempt attempt, String title, Html page) {
        if (!title.isEmpty()) {
            page.element("p", title, "class", "note");
        }
        page.open("dl");
        term("from → to", address(attempt), page);
        term(
                "sender",
                attempt.sender().words() + (attempt.errno().isEmpty() ? "" : " (" + attempt.errno() + ")"),
                page);
        term("frames sent", attempt.sent() < 0 ? "not counted" : String.valueOf(attempt.sent()), page);
        if (!attempt.watched().isEmpty()) {
            term(
                    "frames counted " + attempt.watched(),
                    attempt.after() < 0 ? "not counted" : attempt.before() + " before, " + attempt.after() + " after",
                    page);
        }
        term("took", attempt.elapsedMillis() + " ms", page);
        term("instrument said", attempt.output(), page);
        term("command", attempt.command(), page);
        page.close();
    }

    private static String address(CellReport.Attempt attempt) {
        return attempt.fromAddress() + " → " + attempt.toAddress() + (attempt.port() == 0 ? "" : ":" + attempt.port());
    }

    private static void term(String name, String words, Html page) {
        page.element("dt", name).open("dd").element("code", words.strip()).close();
    }
}
