package dev.box.drill;

import dev.box.drill.contract.Contract;
import dev.box.drill.contract.PhaseId;
import java.util.ArrayList;
import java.util.List;

/**
 * What a user asked of a run.
 *
 * @param boxes how many to mint; at least 2
 * @param phases to run; empty for those that {@link #chosen} finds
 * @param cells ids of cells, rows or clauses to measure, e.g. {@code A3.tcp.sibling/a-b} or {@code A3}; empty for all
 * @param keep whether the boxes stay afterwards
 * @param existing names of running boxes to use instead of minting any; empty to mint. For work on the drill itself
 * @param mutate whether the drill also drills itself
 * @param mutations ids of the mutations to make; empty for all
 */
public record DrillOptions(
        int boxes,
        List<PhaseId> phases,
        List<String> cells,
        boolean keep,
        List<String> existing,
        boolean mutate,
        List<String> mutations) {

    public static DrillOptions standard() {
        return new DrillOptions(2, List.of(), List.of(), false, List.of(), false, List.of());
    }

    public DrillOptions phases(List<PhaseId> wanted) {
        return new DrillOptions(boxes, List.copyOf(wanted), cells, keep, existing, mutate, mutations);
    }

    public DrillOptions cells(List<String> wanted) {
        return new DrillOptions(boxes, phases, List.copyOf(wanted), keep, existing, mutate, mutations);
    }

    public DrillOptions existing(List<String> names) {
        return new DrillOptions(boxes, phases, cells, keep, List.copyOf(names), mutate, mutations);
    }

    public DrillOptions keep(boolean value) {
        return new DrillOptions(boxes, phases, cells, value, existing, mutate, mutations);
    }

    public DrillOptions boxes(int count) {
        return new DrillOptions(count, phases, cells, keep, existing, mutate, mutations);
    }

    /** Has the drill drill itself with these mutations; with all if none is named. */
    public DrillOptions mutate(List<String> wanted) {
        return new DrillOptions(boxes, phases, cells, keep, existing, true, List.copyOf(wanted));
    }

    /**
     * The phases to run, in order: those named; else those in which a named cell is; else isolation alone where the drill
     * drills itself or works on boxes that it did not make; else all that may run on such a host.
     */
    public List<PhaseId> chosen(boolean lab) {
        List<PhaseId> chosen = new ArrayList<>();
        for (PhaseId phase : PhaseId.values()) {
            if (wants(phase, lab)) {
                chosen.add(phase);
            }
        }
        return chosen;
    }

    private boolean wants(PhaseId phase, boolean lab) {
        if (!phases.isEmpty()) {
            return phases.contains(phase);
        }
        if (!cells.isEmpty()) {
            return cells.stream().anyMatch(name -> isIn(phase, name) && (lab || !phase.labOnly() || !elsewhere(name)));
        }
        return mutate || !existing.isEmpty() ? phase == PhaseId.C : lab || !phase.labOnly();
    }

    private static boolean isIn(PhaseId phase, String name) {
        return Contract.rows(phase).stream().anyMatch(row -> row.isNamedBy(name));
    }

    /** Whether a phase that may run anywhere has a row of that name. */
    private static boolean elsewhere(String name) {
        return Contract.rows().stream().anyMatch(row -> !row.phase().labOnly() && row.isNamedBy(name));
    }
}
