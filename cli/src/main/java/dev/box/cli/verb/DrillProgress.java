package dev.box.cli.verb;

import dev.box.core.progress.Progress;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.DrillListener;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Shows a drill as it goes: what it is at, how many cells are judged, and at once what does not hold. */
final class DrillProgress implements DrillListener, AutoCloseable {

    private final Progress progress;
    private final Deadline deadline;
    private Progress.@Nullable Step open;
    private int judged;
    private int notHolding;

    DrillProgress(Progress progress, Deadline deadline) {
        this.progress = progress;
        this.deadline = deadline;
    }

    @Override
    public void step(String what) {
        close();
        open = progress.step(what, deadline);
    }

    @Override
    public void cell(CellReport cell) {
        judged++;
        if (cell.verdict() != Verdict.HOLDS) {
            notHolding++;
            progress.warn(cell.id() + ": " + cell.verdict() + ": " + cell.because() + " (" + cell.words() + ")");
        }
        detail(judged + " cells judged, " + notHolding + " of them do not hold");
    }

    @Override
    public void control(ControlReport control) {
        if (!control.green()) {
            progress.warn("control " + control.id() + " is red: " + control.evidence());
        }
    }

    /** From a wait that knows what it waits for. */
    @Override
    public void heartbeat(String what, Duration elapsed) {
        detail(what);
    }

    @Override
    public void note(String message) {
        progress.note(message);
    }

    private void detail(String words) {
        Progress.Step step = open;
        if (step != null) {
            step.update(words);
        }
    }

    /** Ends the open step; a run that fails says so itself. */
    @Override
    public void close() {
        Progress.Step step = open;
        if (step != null) {
            step.done("");
            open = null;
        }
    }
}
