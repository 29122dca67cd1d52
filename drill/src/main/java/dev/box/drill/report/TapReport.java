package dev.box.drill.report;

import dev.box.core.text.Untrusted;
import dev.box.drill.verdict.Verdict;
import java.util.List;

/** The report in the Test Anything Protocol, version 14: controls, layers and cells, each as one test point. */
public final class TapReport {

    private final StringBuilder points = new StringBuilder();
    private int count;

    private TapReport() {}

    public static String render(DrillReport report) {
        TapReport tap = new TapReport();
        for (Outcome outcome : Outcome.of(report)) {
            tap.point(outcome);
        }
        StringBuilder text = new StringBuilder("TAP version 14\n1.." + tap.count + "\n");
        text.append("# box drill ").append(Untrusted.line(report.runId() + " " + report.startedAt()));
        text.append('\n').append(tap.points);
        report.notDrilled()
                .forEach(words -> text.append("# not drilled: ")
                        .append(Untrusted.line(words))
                        .append('\n'));
        return text.append("# verdict: ")
                .append(TextPage.word(report.verdict()))
                .append('\n')
                .toString();
    }

    private void point(Outcome outcome) {
        count++;
        points.append(outcome.verdict() == Verdict.HOLDS ? "ok " : "not ok ").append(count);
        points.append(" - ").append(description(outcome.suite() + ": " + outcome.name()));
        points.append('\n');
        if (outcome.verdict() == Verdict.HOLDS) {
            return;
        }
        points.append("  ---\n");
        yaml("verdict", List.of(TextPage.word(outcome.verdict())));
        yaml("message", List.of(outcome.because()));
        yaml("evidence", List.of(outcome.evidence()));
        yaml("next", List.of(outcome.next()));
        points.append("  ...\n");
    }

    /** As a double-quoted scalar, in which nothing that a guest says can end the block. */
    private void yaml(String key, List<String> values) {
        for (String value : values) {
            if (!value.isEmpty()) {
                String quoted = Untrusted.line(value).replace("\\", "\\\\").replace("\"", "\\\"");
                points.append("  ").append(key).append(": \"").append(quoted).append("\"\n");
            }
        }
    }

    /** A hash would begin a directive such as SKIP. */
    private static String description(String words) {
        return Untrusted.line(words).replace("\\", "\\\\").replace("#", "\\#");
    }
}
