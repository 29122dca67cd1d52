package dev.box.drill.history;

import dev.box.drill.report.CellReport;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.LayerReport;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.verdict.Verdict;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of the run log.
 *
 * @param schema of this form; grows by number
 * @param startedAt RFC 3339, UTC
 * @param place {@code host}, or {@code lab} and its name
 * @param phases ids of what was run
 * @param mutations how many deliberate breaks were made
 * @param notHolding the contract's rows, layers ({@code layer.ID}) and phase-wide controls that were not green
 */
@Json
public record RunRecord(
        String schema,
        String runId,
        String startedAt,
        long elapsedMillis,
        String place,
        String hostname,
        String kernel,
        String incus,
        int boxes,
        List<String> phases,
        int holds,
        int broken,
        int unjudged,
        int mutations,
        Verdict verdict,
        int exitStatus,
        List<String> notHolding) {

    static final String SCHEMA = "box.drill-run/1";

    /** The report in short. */
    public static RunRecord of(DrillReport report, String place) {
        List<CellReport> cells = report.phases().stream()
                .flatMap(phase -> phase.cells().stream())
                .toList();
        return new RunRecord(
                SCHEMA,
                report.runId(),
                report.startedAt(),
                report.elapsedMillis(),
                place,
                report.hostname(),
                report.kernel(),
                report.incus(),
                report.boxes().size(),
                report.phases().stream().map(PhaseReport::id).toList(),
                count(cells, Verdict.HOLDS),
                count(cells, Verdict.BROKEN),
                count(cells, Verdict.COULD_NOT_JUDGE),
                report.mutations().size(),
                report.verdict(),
                report.exitStatus(),
                notHolding(report));
    }

    private static int count(List<CellReport> cells, Verdict verdict) {
        return (int) cells.stream().filter(cell -> cell.verdict() == verdict).count();
    }

    private static List<String> notHolding(DrillReport report) {
        List<String> ids = new ArrayList<>();
        for (PhaseReport phase : report.phases()) {
            phase.controls().stream()
                    .filter(control -> control.phaseWide() && !control.green())
                    .forEach(control -> ids.add("control." + control.id()));
            phase.layers().stream()
                    .filter(layer -> !layer.green())
                    .map(LayerReport::id)
                    .forEach(id -> ids.add("layer." + id));
            phase.cells().stream()
                    .filter(cell -> cell.verdict() != Verdict.HOLDS)
                    .map(CellReport::row)
                    .forEach(ids::add);
        }
        return ids.stream().distinct().toList();
    }
}
