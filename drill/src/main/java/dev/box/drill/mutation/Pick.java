package dev.box.drill.mutation;

import dev.box.core.net.Cidr;
import dev.box.drill.contract.TrialSpec;
import dev.box.drill.mutation.Scorer.Seen;
import dev.box.drill.plan.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Names cells of the contract, or trials.
 *
 * @param row a row's id, or a leading part of it that ends at a dot: {@code A3} or {@code A3.tcp.sibling}
 * @param range only cells aimed at an address in it, e.g. {@code 10.0.0.0/8}; empty for all
 * @param every whether all of them are meant; else at least one, where several boxes are after the same thing
 */
record Pick(String row, String range, boolean every) {

    /** At least one cell of a row. */
    static Pick some(String row) {
        return new Pick(row, "", false);
    }

    boolean matches(Cell cell) {
        return matches(cell.spec().id(), cell.address());
    }

    private boolean matches(String id, String address) {
        return (id.equals(row) || id.startsWith(row + ".")) && inRange(address);
    }

    /** Whether it names a row that is tried step by step. */
    boolean matches(TrialSpec trial) {
        return matches(trial.id(), "");
    }

    boolean matches(Seen seen) {
        return seen.cell() == null ? matches(seen.report().row(), "") : matches(seen.cell());
    }

    private boolean inRange(String address) {
        return range.isEmpty()
                || Cidr.parse(address).filter(Cidr.of(range)::contains).isPresent();
    }

    static List<Pick> rows(String... rows) {
        return rows("", List.of(rows));
    }

    static List<Pick> rows(String range, List<String> rows) {
        List<Pick> picks = new ArrayList<>();
        rows.forEach(row -> picks.add(new Pick(row, range, true)));
        return picks;
    }

    static boolean any(List<Pick> picks, Cell cell) {
        return picks.stream().anyMatch(pick -> pick.matches(cell));
    }

    static boolean any(List<Pick> picks, Seen seen) {
        return picks.stream().anyMatch(pick -> pick.matches(seen));
    }

    static String words(List<Pick> picks) {
        return picks.stream()
                .map(pick -> pick.range().isEmpty() ? pick.row() : pick.row() + " to " + pick.range())
                .collect(Collectors.joining(", "));
    }
}
