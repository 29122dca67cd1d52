package dev.box.drill.report;

import dev.box.drill.verdict.Verdict;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One phase, from its first control to its last.
 *
 * @param unjudgedBecause the phase-wide controls that were red, in words; empty if none was
 */
@Json
public record PhaseReport(
        String id,
        String title,
        Verdict verdict,
        List<String> unjudgedBecause,
        List<ControlReport> controls,
        List<LayerReport> layers,
        List<CellReport> cells,
        long elapsedMillis) {

    /** Of its cells and layers; a red layer is a break even while its clauses hold. */
    public static PhaseReport of(
            String id,
            String title,
            List<ControlReport> controls,
            List<LayerReport> layers,
            List<CellReport> cells,
            long elapsedMillis) {
        List<String> red = controls.stream()
                .filter(control -> control.phaseWide() && !control.green())
                .map(control -> control.id() + " (" + control.when() + "): " + control.evidence())
                .toList();
        return new PhaseReport(id, title, verdict(red, layers, cells), red, controls, layers, cells, elapsedMillis);
    }

    /** This one, and what the same phase measured after something had been changed. */
    public PhaseReport then(PhaseReport later) {
        List<ControlReport> allControls = new ArrayList<>(controls);
        allControls.addAll(later.controls);
        Map<String, LayerReport> allLayers = new LinkedHashMap<>();
        layers.forEach(layer -> allLayers.put(layer.id(), layer));
        later.layers.forEach(layer -> allLayers.merge(layer.id(), layer, (was, is) -> was.green() ? is : was));
        List<CellReport> allCells = new ArrayList<>(cells);
        allCells.addAll(later.cells);
        return of(
                id, title, allControls, List.copyOf(allLayers.values()), allCells, elapsedMillis + later.elapsedMillis);
    }

    private static Verdict verdict(List<String> red, List<LayerReport> layers, List<CellReport> cells) {
        if (!red.isEmpty() || cells.isEmpty()) {
            return Verdict.COULD_NOT_JUDGE;
        }
        Verdict verdict = layers.stream().allMatch(LayerReport::green) ? Verdict.HOLDS : Verdict.BROKEN;
        for (CellReport cell : cells) {
            verdict = verdict.and(cell.verdict());
        }
        return verdict;
    }
}
