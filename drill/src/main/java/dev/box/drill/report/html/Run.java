package dev.box.drill.report.html;

import dev.box.drill.report.BoxReport;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.report.PredictionReport;
import java.util.List;

/** About the run itself: where, when, how long, with what, and how far the rules alone foretold it. */
final class Run {

    private Run() {}

    static void write(View view, Html page) {
        predictions(view, page);
        timing(view, page);
        DrillReport report = view.report();
        page.open("section", "class", "card", "aria-labelledby", "run-title");
        page.element("h2", "This run", "id", "run-title").open("dl");
        term("run", report.runId() + ", " + report.startedAt(), page);
        term("host", report.hostname() + ", kernel " + report.kernel() + ", Incus " + report.incus(), page);
        for (BoxReport box : report.boxes()) {
            term("box " + box.label(), box.name() + ", " + box.type() + ", " + box.address() + ", " + box.mac(), page);
        }
        term("exit status", String.valueOf(report.exitStatus()), page);
        page.close();
        if (!report.notes().isEmpty()) {
            page.element("h3", "Notes").open("ul");
            report.notes().forEach(note -> page.element("li", note));
            page.close();
        }
        page.close().line();
    }

    private static void predictions(View view, Html page) {
        List<PredictionReport> all = view.report().predictions();
        if (all.isEmpty()) {
            return;
        }
        long foretold =
                all.stream().filter(one -> !one.predicted().equals("unknown")).count();
        long apart = view.disagreements().size();
        page.open("section", "class", "card", "aria-labelledby", "answers3-title");
        page.element("h2", "Three answers for each measurement", "id", "answers3-title");
        page.element(
                "p",
                "Beside what the contract declares and what was observed stands what the live firewall rules, bridge port"
                        + " flags, routes and resolver options alone predict, read just before. Of " + all.size()
                        + " measurements " + foretold + " were foretold, and "
                        + (apart == 0
                                ? "none of these three answers disagree."
                                : apart + " disagree; they are among the findings."));
        page.close().line();
    }

    private static void timing(View view, Html page) {
        DrillReport report = view.report();
        long total = Math.max(1, report.elapsedMillis());
        long phases =
                report.phases().stream().mapToLong(PhaseReport::elapsedMillis).sum();
        page.open("section", "class", "card", "aria-labelledby", "timing-title");
        page.element("h2", "Timing", "id", "timing-title").open("table", "class", "timing");
        for (PhaseReport phase : report.phases()) {
            bar("phase " + phase.id() + ", " + phase.title(), phase.elapsedMillis(), total, page);
        }
        bar("making and removing the boxes, and the rest", Math.max(0, total - phases), total, page);
        bar("in all", total, total, page);
        page.close().close().line();
    }

    private static void bar(String what, long millis, long total, Html page) {
        page.open("tr").element("th", what, "scope", "row").open("td");
        page.empty(
                "progress",
                "max",
                String.valueOf(total),
                "value",
                String.valueOf(Math.min(total, millis)),
                "aria-label",
                what);
        page.close().element("td", Summary.seconds(millis), "class", "count").close();
    }

    private static void term(String name, String words, Html page) {
        page.element("dt", name).element("dd", words);
    }
}
