package dev.box.drill.report;

import dev.box.core.text.Untrusted;
import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report as JUnit XML: broken is a failure, what could not be judged is an error. One suite per clause. */
public final class JunitReport {

    private final StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

    private JunitReport() {}

    public static String render(DrillReport report) {
        List<Outcome> all = Outcome.of(report);
        Map<String, List<Outcome>> suites = new LinkedHashMap<>();
        all.forEach(outcome ->
                suites.computeIfAbsent(outcome.suite(), _ -> new ArrayList<>()).add(outcome));
        JunitReport junit = new JunitReport();
        junit.xml.append("<testsuites");
        junit.attribute("name", "box drill " + report.runId());
        junit.totals(all);
        junit.attribute("time", seconds(report.elapsedMillis()));
        junit.xml.append(">\n");
        suites.forEach((name, outcomes) -> junit.suite(name, outcomes, report));
        return junit.xml.append("</testsuites>\n").toString();
    }

    private void suite(String name, List<Outcome> outcomes, DrillReport report) {
        xml.append("  <testsuite");
        attribute("name", "box drill " + name);
        totals(outcomes);
        attribute("skipped", "0");
        attribute(
                "time",
                seconds(outcomes.stream().mapToLong(Outcome::elapsedMillis).sum()));
        attribute("timestamp", report.startedAt());
        attribute("hostname", report.hostname());
        xml.append(">\n");
        outcomes.forEach(this::testcase);
        xml.append("  </testsuite>\n");
    }

    private void totals(List<Outcome> outcomes) {
        attribute("tests", String.valueOf(outcomes.size()));
        attribute("failures", String.valueOf(count(outcomes, Verdict.BROKEN)));
        attribute("errors", String.valueOf(count(outcomes, Verdict.COULD_NOT_JUDGE)));
    }

    private static long count(List<Outcome> outcomes, Verdict verdict) {
        return outcomes.stream().filter(one -> one.verdict() == verdict).count();
    }

    private void testcase(Outcome outcome) {
        xml.append("    <testcase");
        attribute("classname", outcome.group());
        attribute("name", outcome.name());
        attribute("time", seconds(outcome.elapsedMillis()));
        xml.append('>');
        String element = switch (outcome.verdict()) {
            case HOLDS -> "";
            case BROKEN -> "failure";
            case COULD_NOT_JUDGE -> "error";
        };
        if (element.isEmpty()) {
            xml.append("<system-out>").append(escaped(outcome.evidence())).append("</system-out>");
        } else {
            xml.append('<').append(element);
            attribute("type", TextPage.word(outcome.verdict()));
            attribute("message", outcome.because());
            xml.append('>').append(escaped(outcome.evidence()));
            xml.append(outcome.next().isEmpty() ? "" : escaped("\n" + outcome.next()));
            xml.append("</").append(element).append('>');
        }
        xml.append("</testcase>\n");
    }

    private void attribute(String name, String value) {
        xml.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
    }

    /** XML 1.0 has no way at all to write most control characters, so they go first. */
    private static String escaped(String words) {
        return Untrusted.lines(words)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }
}
