package dev.box.cli.verb;

import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Durations;
import dev.box.cli.terminal.Table;
import dev.box.core.failure.BoxFailure;
import dev.box.drill.history.Comparison;
import dev.box.drill.history.RunLog;
import dev.box.drill.history.RunRecord;
import dev.box.drill.report.DrillReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The run log and the comparison with an earlier run, for {@code box drill}. */
final class DrillRecords {

    /** Beyond these, a line of the history counts what did not hold. */
    private static final int NAMED = 3;

    private final Invocation call;
    private final RunLog log;

    DrillRecords(Invocation call) {
        this.call = call;
        this.log = RunLog.of(call.settings());
    }

    /** The report with what changed since the baseline, if one was named. */
    DrillReport compared(DrillReport report) {
        String file = call.arguments().value("baseline", "");
        return file.isEmpty()
                ? report
                : report.noted(Comparison.of(Comparison.baseline(Path.of(file)), report)
                        .notes());
    }

    /** Refuses a baseline that cannot be read, before a minute is spent on measuring. */
    void requireBaseline() {
        String file = call.arguments().value("baseline", "");
        if (!file.isEmpty()) {
            Comparison.baseline(Path.of(file));
        }
    }

    /** Adds the run to the log; a log that cannot be written takes nothing from what was measured. */
    void add(DrillReport report, String place) {
        try {
            log.append(RunRecord.of(report, place));
        } catch (BoxFailure e) {
            call.progress().warn(e.getMessage() + "; " + e.advice());
        }
    }

    void show(boolean json) {
        RunLog.Runs runs = log.read();
        if (json) {
            runs.records().forEach(run -> call.terminal().out(RunLog.json(run)));
        } else if (runs.records().isEmpty()) {
            call.terminal().err("no drill has run here yet — the first look: sudo box drill --lab");
        } else {
            call.terminal().out(table(runs.records()));
        }
        if (runs.unreadable() > 0) {
            call.terminal().err(runs.unreadable() + " lines of " + log.file() + " are no records of a run");
        }
    }

    private static String table(List<RunRecord> runs) {
        Table table =
                new Table("STARTED", "RUN", "WHERE", "VERDICT", "HOLD", "BROKEN", "UNJUDGED", "TOOK", "NOT HOLDING");
        for (RunRecord run : runs) {
            table.row(
                    run.startedAt(),
                    run.runId(),
                    run.place(),
                    run.verdict().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
                    String.valueOf(run.holds()),
                    String.valueOf(run.broken()),
                    String.valueOf(run.unjudged()),
                    Durations.seconds(Duration.ofMillis(run.elapsedMillis())),
                    named(run.notHolding()));
        }
        return table.toString();
    }

    private static String named(List<String> ids) {
        List<String> some = ids.subList(0, Math.min(NAMED, ids.size()));
        int more = ids.size() - some.size();
        return String.join(", ", some) + (more > 0 ? " and " + more + " more" : "");
    }
}
