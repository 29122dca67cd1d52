package dev.box.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.verdict.Verdict;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** The forms for test tools: what does not hold is never counted as passed, and no guest can write markup into them. */
class TestToolReportsTest {

    private static final String HOSTILE =
            "]]></failure><testcase name=\"x\"/>\"&\u0001\u001b[2J\nok 99 - forged\n1..1 # SKIP";

    @Test
    void junitCallsABreakAFailureAndTheUnjudgedAnError() throws Exception {
        Element suites = parse(JunitReport.render(Reports.of(
                Reports.cell("A3", "A3.tcp.sibling", "a", "b", Verdict.BROKEN, "it arrived"),
                Reports.cell("A3", "A3.udp.sibling", "a", "b", Verdict.COULD_NOT_JUDGE, "the probe itself failed"),
                Reports.cell("A3", "A3.arp.sibling", "a", "b", Verdict.HOLDS, ""))));
        assertThat(suites.getAttribute("tests")).isEqualTo("5");
        assertThat(suites.getAttribute("failures")).isEqualTo("1");
        assertThat(suites.getAttribute("errors")).isEqualTo("1");
        Element failure = (Element) suites.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).isEqualTo("it arrived");
        assertThat(failure.getTextContent()).contains("--cell A3.tcp.sibling/a-b");
        assertThat(suites.getElementsByTagName("error").getLength()).isEqualTo(1);
    }

    @Test
    void aRedControlIsAnErrorAndARedLayerAFailure() throws Exception {
        DrillReport report = Reports.of(
                List.of(Reports.control("dnsmasq", false)), List.of(Reports.layer("bridge-drop", false)), List.of());
        Element suites = parse(JunitReport.render(report));
        assertThat(suites.getAttribute("failures")).isEqualTo("1");
        assertThat(suites.getAttribute("errors")).isEqualTo("1");
        assertThat(TapReport.render(report)).contains("not ok 1 - controls: dnsmasq", "not ok 2 - layers: bridge-drop");
    }

    @Test
    void aGuestCannotWriteJunit() throws Exception {
        Element suites = parse(JunitReport.render(hostile()));
        assertThat(suites.getElementsByTagName("testcase").getLength()).isEqualTo(3);
        assertThat(suites.getElementsByTagName("failure").item(0).getTextContent())
                .contains("</failure><testcase name=\"x\"/>");
    }

    @Test
    void aGuestCannotWriteTap() {
        String tap = TapReport.render(hostile());
        assertThat(tap.lines().filter(line -> line.startsWith("ok ") || line.startsWith("not ok ")))
                .hasSize(3);
        assertThat(tap.lines().filter(line -> line.startsWith("1.."))).containsExactly("1..3");
        assertThat(tap).startsWith("TAP version 14\n").doesNotContain("\u001b").doesNotContain("\u0001");
        assertThat(tap.lines().filter(line -> line.contains("# SKIP"))).allMatch(line -> line.startsWith("  "));
    }

    @Test
    void aDisagreementAndASurvivorAreNotPassed() {
        DrillReport report = Reports.green()
                .predicted(List.of(new PredictionReport("A3.x/a-b", "stopped", "passes", "stopped", "no rule", false)))
                .mutated(List.of(new MutationReport(
                        "acl-off",
                        "the ACL",
                        "acl-egress",
                        List.of("A2.lan"),
                        List.of(),
                        MutationReport.Outcome.SURVIVED,
                        "nothing turned red",
                        List.of(),
                        7)));
        assertThat(TapReport.render(report))
                .contains(" - predictions: A3.x/a-b")
                .containsPattern("not ok \\d+ - mutations: acl-off");
        assertThat(report.exitStatus()).isEqualTo(1);
    }

    @Test
    void aDisagreementAloneLeavesNothingConcluded() {
        DrillReport report = Reports.green()
                .predicted(List.of(new PredictionReport("A3.x/a-b", "stopped", "passes", "stopped", "no rule", false)));
        assertThat(report.exitStatus()).isEqualTo(3);
    }

    private static DrillReport hostile() {
        return Reports.of(Reports.cell("A3", "A3.tcp.sibling", "a", "b", Verdict.BROKEN, HOSTILE, HOSTILE));
    }

    private static Element parse(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }
}
