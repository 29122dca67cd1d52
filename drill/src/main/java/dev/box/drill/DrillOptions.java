package dev.box.drill;

import java.util.List;

/**
 * What a user asked of a run.
 *
 * @param boxes how many to mint; at least 2
 * @param cells ids of cells, rows or clauses to measure, e.g. {@code A3.tcp.sibling/a-b} or {@code A3}; empty for all
 * @param keep whether the boxes stay afterwards
 * @param existing names of running boxes to use instead of minting any; empty to mint. For work on the drill itself
 * @param mutate whether the drill also drills itself
 * @param mutations ids of the mutations to make; empty for all
 */
public record DrillOptions(
        int boxes, List<String> cells, boolean keep, List<String> existing, boolean mutate, List<String> mutations) {

    public static DrillOptions standard() {
        return new DrillOptions(2, List.of(), false, List.of(), false, List.of());
    }

    public DrillOptions cells(List<String> wanted) {
        return new DrillOptions(boxes, List.copyOf(wanted), keep, existing, mutate, mutations);
    }

    public DrillOptions existing(List<String> names) {
        return new DrillOptions(boxes, cells, keep, List.copyOf(names), mutate, mutations);
    }

    public DrillOptions keep(boolean value) {
        return new DrillOptions(boxes, cells, value, existing, mutate, mutations);
    }

    public DrillOptions boxes(int count) {
        return new DrillOptions(count, cells, keep, existing, mutate, mutations);
    }

    /** Has the drill drill itself with these mutations; with all if none is named. */
    public DrillOptions mutate(List<String> wanted) {
        return new DrillOptions(boxes, cells, keep, existing, true, List.copyOf(wanted));
    }
}
