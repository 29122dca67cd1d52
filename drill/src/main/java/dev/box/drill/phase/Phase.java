package dev.box.drill.phase;

import dev.box.drill.report.PhaseReport;
import dev.box.incus.Deadline;

/** One part of a drill. Judges nothing unless its own controls are green before and after. */
public interface Phase {

    /** A letter, as in {@code --phases}. */
    String id();

    String title();

    Result run(PhaseContext context, Deadline deadline);

    /**
     * What came of it.
     *
     * @param notDrilled what the situation did not allow to measure
     * @param notes what a reader must know beside
     */
    record Result(PhaseReport report, java.util.List<String> notDrilled, java.util.List<String> notes) {}
}
