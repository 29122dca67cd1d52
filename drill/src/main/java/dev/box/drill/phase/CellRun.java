package dev.box.drill.phase;

import dev.box.drill.control.Baseline;
import dev.box.drill.control.Check;
import dev.box.drill.control.Dnsmasq;
import dev.box.drill.control.Identities;
import dev.box.drill.plan.Cell;
import dev.box.drill.report.CellReport;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures some cells once, in one round with the baseline of every box: for many short looks at one situation. */
public final class CellRun {

    private final PhaseContext context;
    private final Round round;

    public CellRun(PhaseContext context) {
        this.context = context;
        round = new Round(context.situation(), context.probers(), context.tokens());
    }

    /**
     * What one look showed.
     *
     * @param controls dnsmasq, and each box's baseline
     * @param cells unjudged, all of them, if a control is red
     */
    public record Look(List<Check> controls, List<CellReport> cells) {

        public List<String> redControls() {
            return controls.stream()
                    .filter(check -> !check.green())
                    .map(Check::id)
                    .toList();
        }
    }

    public Look look(List<Cell> cells, Deadline deadline) {
        List<Cell> baseline = Baseline.cells(context.situation());
        List<Cell> all = new ArrayList<>(baseline);
        all.addAll(cells);
        Map<String, Long> counts = new HashMap<>();
        List<Measured> measured = round.measure(
                all,
                List.of(shot ->
                        baseline.contains(shot.cell()) ? Baseline.replyRules(shot, context.situation()) : List.of()),
                counts,
                deadline);
        Controls controls = new Controls(context, round);
        List<Check> checks = new ArrayList<>(List.of(
                Dnsmasq.check(context.host(), deadline),
                Identities.distinct(context.situation().boxes())));
        for (Measured one : measured.subList(0, baseline.size())) {
            checks.add(controls.reached(one));
            checks.add(controls.counted(one, counts));
        }
        return new Look(checks, judge(measured.subList(baseline.size(), measured.size()), checks));
    }

    private List<CellReport> judge(List<Measured> measured, List<Check> checks) {
        Set<String> red = new HashSet<>();
        checks.stream().filter(check -> !check.green()).forEach(check -> red.add(check.id()));
        String unjudged = red.isEmpty() ? "" : "control " + String.join(", ", red) + " is red";
        CellReports reports = new CellReports(context.situation());
        List<CellReport> cells = new ArrayList<>();
        for (Measured one : measured) {
            cells.add(reports.of(List.of(one), red, unjudged));
        }
        return cells;
    }
}
