package dev.box.drill.plan;

import dev.box.core.failure.BoxFailure;
import java.util.List;

/**
 * The cells to measure.
 *
 * @param notDrilled what the situation does not allow to measure, in sentences
 */
public record Plan(List<Cell> cells, List<String> notDrilled) {

    /** Only the cells that a user named; all if none was named. Throws {@link BoxFailure.Refused} for a name of none. */
    public Plan only(List<String> wanted) {
        if (wanted.isEmpty()) {
            return this;
        }
        for (String name : wanted) {
            if (cells.stream().noneMatch(cell -> cell.matches(name))) {
                throw new BoxFailure.Refused(
                        "choosing what to measure", "there is no cell '" + name + "' on this host", "box drill --list");
            }
        }
        return new Plan(
                cells.stream()
                        .filter(cell -> wanted.stream().anyMatch(cell::matches))
                        .toList(),
                notDrilled);
    }
}
