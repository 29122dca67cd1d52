package dev.box.drill.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.report.Reports;
import dev.box.drill.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLogTest {

    @TempDir
    private Path directory;

    @Test
    void runsComeBackAsTheyWereAppendedOldestFirst() {
        RunLog log = new RunLog(directory.resolve("state/runs.jsonl"));
        assertThat(log.read().records()).isEmpty();
        RunRecord green = RunRecord.of(Reports.green(), "lab box");
        RunRecord broken = RunRecord.of(
                Reports.of(Reports.cell("A3", "A3.tcp.sibling", "a", "b", Verdict.BROKEN, "it arrived")), "host");
        log.append(green);
        log.append(broken);
        assertThat(log.read().records()).containsExactly(green, broken);
        assertThat(broken.notHolding()).containsExactly("A3.tcp.sibling");
        assertThat(broken.verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void aLineThatACrashCutShortCostsOnlyItself() throws IOException {
        Path file = directory.resolve("runs.jsonl");
        RunLog log = new RunLog(file);
        RunRecord run = RunRecord.of(Reports.green(), "host");
        log.append(run);
        Files.writeString(file, "{\"schema\":\"box.drill-run/1\",\"runId\":\"dead", StandardOpenOption.APPEND);
        log.append(run);
        RunLog.Runs runs = log.read();
        assertThat(runs.records()).containsExactly(run, run);
        assertThat(runs.unreadable()).isEqualTo(1);
    }
}
