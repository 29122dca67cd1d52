package dev.box.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.verdict.Receiver;
import dev.box.drill.verdict.Sender;
import dev.box.drill.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrillReportTest {

    private static final LayerReport RED_LAYER =
            new LayerReport("bridge-drop", "nft table 'bridge box'", false, "absent", "sudo box setup-host");

    @Test
    void allHoldIsZero() {
        assertThat(report(List.of(), List.of(), cell(Verdict.HOLDS, "")).exitStatus())
                .isZero();
    }

    @Test
    void oneBrokenCellIsOne() {
        DrillReport report =
                report(List.of(), List.of(), cell(Verdict.HOLDS, ""), cell(Verdict.BROKEN, "frames arrived"));
        assertThat(report.exitStatus()).isEqualTo(1);
        assertThat(report.clauses().getFirst().answer()).contains("1 of 2 cells are broken", "A3.tcp.sibling");
    }

    @Test
    void aRedLayerIsOneAlthoughItsClauseHolds() {
        DrillReport report = report(List.of(), List.of(RED_LAYER), cell(Verdict.HOLDS, ""));
        assertThat(report.exitStatus()).isEqualTo(1);
        assertThat(report.clauses().getFirst().verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(report.clauses().getFirst().answer()).contains("not in force by itself: bridge-drop");
    }

    @Test
    void aCellThatCouldNotBeJudgedIsThree() {
        assertThat(report(List.of(), List.of(), cell(Verdict.COULD_NOT_JUDGE, "the probe itself failed"))
                        .exitStatus())
                .isEqualTo(3);
    }

    @Test
    void aRedPhaseWideControlIsThreeWhateverTheCellsSay() {
        ControlReport red = new ControlReport("dnsmasq", "serves", "before", false, true, "no process", 0);
        DrillReport report = report(List.of(red), List.of(RED_LAYER), cell(Verdict.BROKEN, ""));
        assertThat(report.exitStatus()).isEqualTo(3);
        assertThat(text(report)).contains("nothing in phase C is judged: control dnsmasq (before): no process");
    }

    @Test
    void aRunThatNeverGotToItsCellsAnswersNoClause() {
        ControlReport red = new ControlReport("setting-up", "sets up", "before", false, true, "no box", 0);
        DrillReport report = report(List.of(red), List.of());
        assertThat(report.exitStatus()).isEqualTo(3);
        assertThat(report.clauses()).extracting(ClauseReport::verdict).containsOnly(Verdict.COULD_NOT_JUDGE);
        assertThat(report.clauses()).extracting(ClauseReport::id).contains("A1", "A7");
    }

    @Test
    void aRunThatMeasuredNothingDidNotHold() {
        assertThat(report(List.of(), List.of()).exitStatus()).isEqualTo(3);
    }

    @Test
    void theTextEndsWithFindingsAndAnswers() {
        String text = text(report(List.of(), List.of(), cell(Verdict.BROKEN, "it arrived and was answered")));
        assertThat(text)
                .contains("BROKEN A3.tcp.sibling/a-b: it arrived and was answered")
                .contains("again: box drill --host --yes --cell A3.tcp.sibling/a-b")
                .containsSubsequence("Findings", "Answers", "A3 BROKEN", "BROKEN (exit 1)");
    }

    @Test
    void aGuestsEscapeSequencesDoNotReachTheTerminal() {
        ControlReport control =
                new ControlReport("prober.a", "runs", "before", false, true, "\u001b]0;owned\u0007\u001b[2Jbad", 0);
        assertThat(text(report(List.of(control), List.of(), cell(Verdict.HOLDS, ""))))
                .doesNotContain("\u001b")
                .contains("bad");
    }

    @Test
    void jsonReadsBackAsWhatWasWritten() {
        DrillReport report = report(List.of(), List.of(RED_LAYER), cell(Verdict.BROKEN, "frames arrived"));
        assertThat(JsonReport.read(JsonReport.render(report))).isEqualTo(report);
        assertThat(JsonReport.render(report)).contains("box.drill/1");
    }

    private static String text(DrillReport report) {
        return TextReport.full(report, Palette.plain());
    }

    private static DrillReport report(List<ControlReport> controls, List<LayerReport> layers, CellReport... cells) {
        PhaseReport phase = PhaseReport.of("C", "Isolation", controls, layers, List.of(cells), 8000);
        DrillReport.Head head = new DrillReport.Head("4f2a", "2026-01-01T00:00:00Z", "host", "6.1", "6.0.4", List.of());
        return DrillReport.of(head, List.of(phase), List.of("the VM boundary"), List.of(), 20_000);
    }

    private static CellReport cell(Verdict verdict, String because) {
        CellReport.Attempt attempt = new CellReport.Attempt(
                "10.88.0.5",
                "10.88.0.6",
                20001,
                20001,
                Sender.REFUSED,
                "ECONNREFUSED",
                "refused",
                "prober.py {}",
                1,
                Receiver.ARRIVED,
                2,
                0,
                2,
                "on b's port");
        return new CellReport(
                "A3.tcp.sibling/a-b",
                "A3.tcp.sibling",
                "A3",
                "TCP",
                "a",
                "b",
                "silence",
                verdict,
                because,
                "sender: connection refused",
                false,
                List.of(attempt),
                List.of(),
                "box drill --host --yes --cell A3.tcp.sibling/a-b");
    }
}
