package dev.box.drill.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.JsonReport;
import dev.box.drill.report.LayerReport;
import dev.box.drill.report.Reports;
import dev.box.drill.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

    @TempDir
    private Path directory;

    @Test
    void aCellThatBrokeOneThatIsNewAndOneThatIsGoneAreNamed() {
        DrillReport before = Reports.of(
                Reports.cell("A3", "A3.tcp.sibling", "a", "b", Verdict.HOLDS, ""),
                Reports.cell("A3", "A3.udp.sibling", "a", "b", Verdict.HOLDS, ""));
        DrillReport now = Reports.of(
                Reports.cell("A3", "A3.tcp.sibling", "a", "b", Verdict.BROKEN, "it arrived"),
                Reports.cell("A3", "A3.arp.sibling", "a", "b", Verdict.HOLDS, ""));
        Comparison comparison = Comparison.of(before, now);
        assertThat(comparison.notes())
                .hasSize(3)
                .anyMatch(line -> line.contains("1 holds → broken: A3.tcp.sibling/a-b"))
                .anyMatch(line -> line.contains("1 new: A3.arp.sibling/a-b"))
                .anyMatch(line -> line.contains("1 no longer measured: A3.udp.sibling/a-b"));
        assertThat(now.noted(comparison.notes()).exitStatus()).isEqualTo(now.exitStatus());
    }

    @Test
    void aLayerThatFellIsNamedThoughItsClauseHolds() {
        List<LayerReport> fell = List.of(Reports.layer("nat", false));
        DrillReport now =
                Reports.of(List.of(), fell, Reports.green().phases().getFirst().cells());
        assertThat(Comparison.of(Reports.green(), now).changed())
                .containsExactly(new Comparison.Change("layer nat", Verdict.HOLDS, Verdict.BROKEN));
    }

    @Test
    void theSameRunTwiceSaysThatNothingChanged() {
        assertThat(Comparison.of(Reports.green(), Reports.green()).notes())
                .singleElement()
                .asString()
                .contains("no verdict changed");
    }

    @Test
    void aReportOfAnEarlierVersionIsABaselineToo() throws IOException {
        Path file = directory.resolve("old.json");
        String json =
                JsonReport.render(Reports.green()).replaceAll("\"(predictions|mutations)\"\\s*:\\s*\\[\\s*],", "");
        assertThat(json).doesNotContain("\"predictions\"").doesNotContain("\"mutations\"");
        Files.writeString(file, json);
        assertThat(Comparison.baseline(file)).isEqualTo(Reports.green());
    }

    @Test
    void whatIsNoReportIsRefusedByName() throws IOException {
        Path file = directory.resolve("other.json");
        Files.writeString(file, "{\"schema\":\"something/1\"}");
        assertThatThrownBy(() -> Comparison.baseline(file))
                .isInstanceOf(BoxFailure.Refused.class)
                .hasMessageContaining("other.json");
        assertThatThrownBy(() -> Comparison.baseline(directory.resolve("absent.json")))
                .isInstanceOf(BoxFailure.Refused.class);
        Files.writeString(file, "not json");
        assertThatThrownBy(() -> Comparison.baseline(file)).isInstanceOf(BoxFailure.Refused.class);
    }
}
