package dev.box.drill.report;

import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cells of one clause that do not hold for the same reason: between ten boxes, one missing layer breaks a thousand cells,
 * and a reader wants to hear of it once.
 *
 * @param cells at least one, in the order of the contract
 */
public record Finding(String clause, Verdict verdict, String because, List<CellReport> cells) {

    /** Those of a phase, in the contract's order; none if nothing in it is judged, since then that is the finding. */
    public static List<Finding> of(PhaseReport phase) {
        Map<String, List<CellReport>> groups = new LinkedHashMap<>();
        if (phase.unjudgedBecause().isEmpty()) {
            for (CellReport cell : phase.cells()) {
                if (cell.verdict() != Verdict.HOLDS) {
                    String key = cell.clause() + '\n' + cell.verdict() + '\n' + cell.because();
                    groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(cell);
                }
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (List<CellReport> cells : groups.values()) {
            CellReport first = cells.getFirst();
            findings.add(new Finding(first.clause(), first.verdict(), first.because(), List.copyOf(cells)));
        }
        return findings;
    }

    /** The contract's rows that are concerned. */
    public List<String> rows() {
        return cells.stream().map(CellReport::row).distinct().toList();
    }

    /** The cell that stands for all of them. */
    public CellReport example() {
        return cells.getFirst();
    }

    /** The one command that measures them again, and no other clause. */
    public String rerun() {
        return cells.size() == 1
                ? example().rerun()
                : example()
                        .rerun()
                        .replace(example().id(), rows().size() == 1 ? example().row() : clause);
    }
}
