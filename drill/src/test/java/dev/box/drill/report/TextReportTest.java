package dev.box.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The terminal's form: short where all is well, and nothing that is not well left out. */
class TextReportTest {

    @Test
    void whatIsGreenIsCountedAndInFullEveryCellHasALine() {
        DrillReport report = Reports.green();
        String folded = TextReport.folded(report, Palette.plain(), 100);
        assertThat(folded).contains("HOLDS 12: tcp.sibling 6, arp.sibling 6").doesNotContain("A3.tcp.sibling/a-b");
        assertThat(TextReport.full(report, Palette.plain()).lines())
                .filteredOn(line -> line.contains("A3.tcp.sibling/"))
                .hasSize(6);
    }

    @Test
    void manyBreaksOfOneKindAreOneFinding() {
        List<CellReport> cells = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            cells.add(Reports.cell("A3", "A3.tcp.sibling", "a", "b" + i, Verdict.BROKEN, "it arrived"));
        }
        String folded = TextReport.folded(Reports.of(cells.toArray(CellReport[]::new)), Palette.plain(), 100);
        assertThat(folded.lines()).hasSizeLessThan(40);
        assertThat(folded)
                .contains("BROKEN A3.tcp.sibling (90 cells): it arrived")
                .contains("again: box drill --host --yes --cell A3.tcp.sibling\n");
    }

    @Test
    void oneBreakAmongManyIsNamed() {
        List<CellReport> cells = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Verdict verdict = i == 7 ? Verdict.BROKEN : Verdict.HOLDS;
            cells.add(Reports.cell("A3", "A3.tcp.sibling", "a", "b" + i, verdict, i == 7 ? "it arrived" : ""));
        }
        assertThat(TextReport.folded(Reports.of(cells.toArray(CellReport[]::new)), Palette.plain(), 100))
                .contains("BROKEN A3.tcp.sibling/a-b7")
                .contains("HOLDS 19: tcp.sibling 19")
                .contains("again: box drill --host --yes --cell A3.tcp.sibling/a-b7");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 100})
    void noLineIsWiderThanTheTerminal(int columns) {
        DrillReport report = Reports.of(
                Reports.cell("A3", "A3.tcp.sibling", "a", "b", Verdict.BROKEN, "x".repeat(300), "word ".repeat(60)));
        assertThat(TextReport.folded(report, Palette.plain(), columns).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
    }
}
