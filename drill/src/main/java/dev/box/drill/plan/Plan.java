package dev.box.drill.plan;

import dev.box.drill.contract.PhaseId;
import java.util.List;

/**
 * The cells to measure.
 *
 * @param notDrilled what the situation does not allow to measure, in sentences
 */
public record Plan(List<Cell> cells, List<String> notDrilled) {

    /** Only the cells that are measured in a phase. */
    public Plan of(PhaseId phase) {
        return new Plan(
                cells.stream().filter(cell -> cell.spec().phase() == phase).toList(), notDrilled);
    }

    /** Only the cells that a user named; all if none was named. */
    public Plan only(List<String> wanted) {
        return wanted.isEmpty()
                ? this
                : new Plan(
                        cells.stream()
                                .filter(cell -> wanted.stream().anyMatch(cell::matches))
                                .toList(),
                        notDrilled);
    }
}
