package dev.box.drill.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.report.CellReport;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.MutationReport;
import dev.box.drill.report.Reports;
import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page as a file: whole by itself, and closed to what a guest says. */
class HtmlReportTest {

    private static final String HOSTILE =
            "</code><script>alert(1)</script><img src=x onerror=\"alert(2)\"> ' \" & \u001b[2J\u0000\u202e";

    @Test
    void whatAGuestSaysStaysText() {
        CellReport cell = Reports.cell("A3", "A3.tcp.sibling", "a", "b", Verdict.BROKEN, HOSTILE, HOSTILE);
        String page = HtmlReport.render(Reports.of(cell));
        assertThat(page)
                .doesNotContain("<script")
                .doesNotContain("<img")
                .doesNotContain("\u001b")
                .doesNotContain("\u0000")
                .doesNotContain("\u202e")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;");
        // in no attribute either: every tag of the page is of the form that Html writes
        assertThat(Pattern.compile("<[a-z][^>]*\\son[a-z]+=").matcher(page).find())
                .isFalse();
    }

    @Test
    void aHostileNameEndsNoAttribute() {
        CellReport cell = Reports.cell("A4", "A4.dns.hosts", "a", "x\" onmouseover=\"alert(1)", Verdict.HOLDS, "");
        String page = HtmlReport.render(Reports.of(cell));
        assertThat(page).doesNotContain("\" onmouseover=\"");
    }

    @Test
    void itNeedsNothingFromAnywhere() {
        String page = HtmlReport.render(Reports.green());
        assertThat(page)
                .contains("default-src &#39;none&#39;")
                .doesNotContain("http://")
                .doesNotContain("https://")
                .doesNotContain("src=")
                .doesNotContain("url(")
                .doesNotContain("@import")
                .contains("prefers-color-scheme: dark");
    }

    @Test
    void everyLinkLeadsSomewhereAndNoNameIsTakenTwice() {
        String page = HtmlReport.render(Reports.green());
        List<String> ids = all(page, " id=\"([^\"]+)\"");
        assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
        Set<String> links = new HashSet<>(all(page, " href=\"#([^\"]+)\""));
        links.removeAll(ids);
        // the picture names every clause, measured or not
        assertThat(links).allMatch(link -> link.startsWith("clause-"));
        assertThat(all(page, " href=\"([^#\"][^\"]*)\"")).isEmpty();
    }

    @Test
    void itSaysTheVerdictFirstAndWhatWasNotDrilled() {
        assertThat(HtmlReport.render(Reports.green()))
                .containsSubsequence("<h1", "The boundary holds", "What was not drilled", "the VM boundary", "Answers");
        DrillReport broken = Reports.of(
                Reports.cell("A3", "A3.tcp.sibling", "a", "b", Verdict.BROKEN, "it arrived and was answered"));
        assertThat(HtmlReport.render(broken))
                .containsSubsequence("The boundary is broken", "Findings", "it arrived and was answered", "Answers");
        DrillReport unjudged = Reports.of(List.of(Reports.control("dnsmasq", false)), List.of(), List.of());
        assertThat(HtmlReport.render(unjudged))
                .containsSubsequence(
                        "Could not judge", "says nothing about the boundary", "Nothing in phase C is judged");
    }

    @Test
    void theMatrixHasARowForEverySenderAndAColumnForEveryBox() {
        String page = HtmlReport.render(Reports.green());
        String matrix = page.substring(page.indexOf("class=\"matrix\""), page.indexOf("layers-title"));
        assertThat(all(matrix, "scope=\"row\">([^<]+)<")).containsExactly("box a", "LAN host", "box b", "box c");
        assertThat(all(matrix, "scope=\"col\">([^<]+)<"))
                .containsExactly("from \\ to", "internet", "host", "private space", "box a", "box b", "box c");
    }

    @Test
    void whatWasTriedStepByStepIsNoWayInTheMatrixAndHasItsEvidence() {
        DrillReport report = Reports.of(
                Reports.cell("A3", "A3.tcp.sibling", "a", "b", Verdict.HOLDS, ""),
                Reports.trial("S1", "S1.rm", Verdict.BROKEN, "it was removed"));
        String page = HtmlReport.render(report);
        String matrix = page.substring(page.indexOf("class=\"matrix\""), page.indexOf("layers-title"));
        assertThat(all(matrix, "scope=\"row\">([^<]+)<")).containsExactly("box a");
        assertThat(page).containsSubsequence("S1 · it was removed", "S1.rm: ", "evidence");
    }

    @Test
    void theKillMatrixShowsWhatWasNamedAndWhatTurnedRed() {
        DrillReport report = Reports.green()
                .mutated(List.of(
                        mutation("killed", List.of("A3", "layer.nat"), List.of("A3.tcp.sibling", "layer.nat")),
                        mutation("missed", List.of("A7"), List.of())));
        String page = HtmlReport.render(report);
        String killed = row(page, "killed");
        assertThat(killed).contains("◉").doesNotContain("○").doesNotContain("●");
        assertThat(killed).contains("A3.tcp.sibling/a-b", "&lt;script&gt;");
        assertThat(page).doesNotContain("<script");
        assertThat(row(page, "missed")).contains("○").doesNotContain("◉");
        assertThat(HtmlReport.render(Reports.green())).doesNotContain("Kill matrix");
    }

    private static MutationReport mutation(String id, List<String> named, List<String> red) {
        return new MutationReport(
                id,
                "broke " + id,
                "nat",
                named,
                red,
                red.isEmpty() ? MutationReport.Outcome.SURVIVED : MutationReport.Outcome.KILLED,
                red.isEmpty() ? "nothing turned red" : "",
                List.of(new MutationReport.Cell("A3.tcp.sibling/a-b", Verdict.BROKEN, HOSTILE)),
                7);
    }

    private static String row(String page, String id) {
        int at = page.indexOf(">broke " + id + "<small>" + id);
        return page.substring(at, page.indexOf("</tr>", at));
    }

    private static List<String> all(String page, String pattern) {
        List<String> found = new ArrayList<>();
        Pattern.compile(pattern).matcher(page).results().forEach(match -> found.add(match.group(1)));
        return found;
    }
}
