package dev.box.drill.phase;

import dev.box.drill.contract.PhaseId;
import dev.box.drill.control.Check;
import dev.box.drill.control.LayerChecks;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Plan;
import dev.box.drill.plan.Planner;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.LayerReport;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Phase C: every clause of the contract, between every pair, from inside real boxes. */
public final class IsolationPhase implements Phase {

    @Override
    public PhaseId id() {
        return PhaseId.C;
    }

    @Override
    public Result run(PhaseContext context, Deadline deadline) {
        Plan plan = Planner.plan(context.situation()).of(id()).only(context.cells());
        return new Result(measure(id(), plan.cells(), context, deadline), plan.notDrilled(), List.of());
    }

    /** Measures these cells, between controls before and after. */
    public static PhaseReport measure(PhaseId id, List<Cell> cells, PhaseContext context, Deadline deadline) {
        long start = System.nanoTime();
        Round round = new Round(context.situation(), context.probers(), context.tokens());
        Controls controls = new Controls(context, round);

        context.listener().step("controls before");
        List<ControlReport> taken = new ArrayList<>();
        take(controls.before(deadline), "before", taken, context);
        context.listener().step("layers");
        List<LayerReport> layers = LayerChecks.check(context.stack(), deadline);
        layers.forEach(context.listener()::layer);

        List<List<Measured>> measured = List.of();
        if (redPhaseWide(taken).isEmpty()) {
            measured = measure(cells, round, context, deadline);
            context.listener().step("controls after");
            take(controls.after(deadline), "after", taken, context);
        }
        List<CellReport> reports = judge(cells, measured, taken, context);
        reports.forEach(context.listener()::cell);
        long elapsed = (System.nanoTime() - start) / 1_000_000;
        return PhaseReport.of(id.name(), id.title(), taken, layers, reports, elapsed);
    }

    private static void take(List<Check> checks, String when, List<ControlReport> taken, PhaseContext context) {
        for (Check check : checks) {
            ControlReport report = check.report(when);
            taken.add(report);
            context.listener().control(report);
        }
    }

    /** All at once; then once more those that did not hold, with fresh numbers. */
    private static List<List<Measured>> measure(
            List<Cell> cells, Round round, PhaseContext context, Deadline deadline) {
        context.listener().step("measuring " + cells.size() + " cells");
        List<List<Measured>> attempts = new ArrayList<>();
        for (Measured first : round.measure(cells, deadline)) {
            attempts.add(new ArrayList<>(List.of(first)));
        }
        List<Integer> again = new ArrayList<>();
        for (int i = 0; i < attempts.size(); i++) {
            if (attempts.get(i).getFirst().judgement().verdict() != Verdict.HOLDS) {
                again.add(i);
            }
        }
        if (!again.isEmpty()) {
            context.listener().step("measuring again the " + again.size() + " cells that did not hold");
            List<Measured> second = round.measure(again.stream().map(cells::get).toList(), deadline);
            for (int i = 0; i < again.size(); i++) {
                attempts.get(again.get(i)).add(second.get(i));
            }
        }
        return attempts;
    }

    private static List<CellReport> judge(
            List<Cell> cells, List<List<Measured>> measured, List<ControlReport> taken, PhaseContext context) {
        Set<String> red = new HashSet<>();
        taken.stream().filter(control -> !control.green()).forEach(control -> red.add(control.id()));
        List<String> phaseWide = redPhaseWide(taken);
        String unjudged = phaseWide.isEmpty() ? "" : "control " + String.join(", ", phaseWide) + " is red";
        if (measured.isEmpty()) {
            return cells.stream()
                    .map(cell -> CellReports.unmeasured(cell, unjudged))
                    .toList();
        }
        CellReports reports = new CellReports(context.situation());
        return measured.stream()
                .map(attempts -> reports.of(attempts, red, unjudged))
                .toList();
    }

    private static List<String> redPhaseWide(List<ControlReport> taken) {
        return taken.stream()
                .filter(control -> control.phaseWide() && !control.green())
                .map(ControlReport::id)
                .distinct()
                .toList();
    }
}
