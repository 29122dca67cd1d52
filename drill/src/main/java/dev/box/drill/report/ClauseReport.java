package dev.box.drill.report;

import dev.box.drill.contract.Clause;
import dev.box.drill.contract.LayerId;
import dev.box.drill.verdict.Verdict;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * One clause's answer.
 *
 * @param layers ids of what enforces it
 * @param redLayers those of them whose own check is red
 * @param answer one sentence, ready to paste
 */
@Json
public record ClauseReport(
        String id,
        String sentence,
        Verdict verdict,
        int holds,
        int broken,
        int unjudged,
        List<String> layers,
        List<String> redLayers,
        String answer) {

    /** One for each clause that has a cell, in the contract's order; for all if a phase never got to its cells. */
    static List<ClauseReport> of(List<PhaseReport> phases) {
        List<ClauseReport> reports = new ArrayList<>();
        for (Clause clause : Clause.values()) {
            List<CellReport> cells = phases.stream()
                    .flatMap(phase -> phase.cells().stream())
                    .filter(cell -> cell.clause().equals(clause.id()))
                    .toList();
            if (!cells.isEmpty()) {
                reports.add(of(clause, cells, redLayers(clause, phases)));
            } else if (phases.stream().anyMatch(phase -> endedBeforeItsCells(phase, clause))) {
                reports.add(unmeasured(clause));
            }
        }
        return reports;
    }

    private static boolean endedBeforeItsCells(PhaseReport phase, Clause clause) {
        return phase.id().equals(clause.phase().name())
                && phase.cells().isEmpty()
                && !phase.unjudgedBecause().isEmpty();
    }

    private static ClauseReport unmeasured(Clause clause) {
        List<String> layers = clause.layers().stream().map(LayerId::id).toList();
        String answer = "nothing was measured: a control was red before there was a box";
        return new ClauseReport(
                clause.id(), clause.sentence(), Verdict.COULD_NOT_JUDGE, 0, 0, 0, layers, List.of(), answer);
    }

    private static List<String> redLayers(Clause clause, List<PhaseReport> phases) {
        List<String> own = clause.layers().stream().map(LayerId::id).toList();
        return phases.stream()
                .flatMap(phase -> phase.layers().stream())
                .filter(layer -> !layer.green() && own.contains(layer.id()))
                .map(LayerReport::id)
                .toList();
    }

    private static ClauseReport of(Clause clause, List<CellReport> cells, List<String> redLayers) {
        int holds = count(cells, Verdict.HOLDS);
        int broken = count(cells, Verdict.BROKEN);
        int unjudged = count(cells, Verdict.COULD_NOT_JUDGE);
        Verdict verdict = broken > 0 ? Verdict.BROKEN : unjudged > 0 ? Verdict.COULD_NOT_JUDGE : Verdict.HOLDS;
        String answer = switch (verdict) {
            case HOLDS -> holds + " of " + cells.size() + " cells hold";
            case BROKEN -> broken + " of " + cells.size() + " cells are broken: " + named(cells, verdict);
            case COULD_NOT_JUDGE ->
                unjudged + " of " + cells.size() + " cells could not be judged: " + named(cells, verdict);
        };
        if (!redLayers.isEmpty()) {
            answer += "; not in force by itself: " + String.join(", ", redLayers);
        }
        return new ClauseReport(
                clause.id(),
                clause.sentence(),
                verdict,
                holds,
                broken,
                unjudged,
                clause.layers().stream().map(LayerId::id).toList(),
                redLayers,
                answer);
    }

    private static int count(List<CellReport> cells, Verdict verdict) {
        return (int) cells.stream().filter(cell -> cell.verdict() == verdict).count();
    }

    private static String named(List<CellReport> cells, Verdict verdict) {
        List<String> rows = cells.stream()
                .filter(cell -> cell.verdict() == verdict)
                .map(CellReport::row)
                .distinct()
                .toList();
        return String.join(", ", rows);
    }
}
