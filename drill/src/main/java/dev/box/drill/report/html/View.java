package dev.box.drill.report.html;

import dev.box.drill.report.BoxReport;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.ClauseReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.LayerReport;
import dev.box.drill.report.PredictionReport;
import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A report as the page's parts ask for it. */
final class View {

    private final DrillReport report;
    private final List<CellReport> cells = new ArrayList<>();
    private final List<ControlReport> controls = new ArrayList<>();
    private final Map<String, LayerReport> layers = new LinkedHashMap<>();
    private final Map<String, PredictionReport> predictions = new LinkedHashMap<>();

    View(DrillReport report) {
        this.report = report;
        report.phases().forEach(phase -> {
            cells.addAll(phase.cells());
            controls.addAll(phase.controls());
            // of a layer that several phases looked at, the worst reading counts
            phase.layers().forEach(layer -> layers.merge(layer.id(), layer, (was, is) -> was.green() ? is : was));
        });
        report.predictions().forEach(one -> predictions.put(one.cell(), one));
    }

    DrillReport report() {
        return report;
    }

    List<CellReport> cells() {
        return cells;
    }

    List<CellReport> cells(String clause) {
        return cells.stream().filter(cell -> cell.clause().equals(clause)).toList();
    }

    List<ControlReport> controls() {
        return controls;
    }

    List<LayerReport> layers() {
        return List.copyOf(layers.values());
    }

    Optional<PredictionReport> prediction(String cell) {
        return Optional.ofNullable(predictions.get(cell));
    }

    List<PredictionReport> disagreements() {
        return report.predictions().stream().filter(one -> !one.agrees()).toList();
    }

    long count(Verdict verdict) {
        return cells.stream().filter(cell -> cell.verdict() == verdict).count();
    }

    Mark clause(String id) {
        for (ClauseReport clause : report.clauses()) {
            if (clause.id().equals(id)) {
                return Mark.of(clause.verdict());
            }
        }
        return Mark.ABSENT;
    }

    /** Of a layer's own check; absent if it was not looked at. */
    Mark layer(String id) {
        LayerReport layer = layers.get(id);
        return layer == null ? Mark.ABSENT : Mark.of(layer.green());
    }

    boolean isBox(String label) {
        return boxes().contains(label);
    }

    /** Labels of the boxes; those that appear in cells if the report does not list any. */
    List<String> boxes() {
        return report.boxes().stream().map(BoxReport::label).toList();
    }

    static Mark worst(List<CellReport> some) {
        if (some.isEmpty()) {
            return Mark.ABSENT;
        }
        Verdict verdict = Verdict.HOLDS;
        for (CellReport cell : some) {
            verdict = verdict.and(cell.verdict());
        }
        return Mark.of(verdict);
    }
}
