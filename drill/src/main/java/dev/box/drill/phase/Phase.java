package dev.box.drill.phase;

import dev.box.drill.contract.PhaseId;
import dev.box.drill.report.PhaseReport;
import dev.box.incus.Deadline;
import java.util.List;

/** One part of a drill. Judges nothing unless its own controls are green before and after. */
public interface Phase {

    PhaseId id();

    Result run(PhaseContext context, Deadline deadline);

    /**
     * What came of it.
     *
     * @param notDrilled what the situation did not allow to measure
     * @param notes what a reader must know beside
     */
    record Result(PhaseReport report, List<String> notDrilled, List<String> notes) {}
}
