package dev.box.drill.report;

import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Anything of a report that can be green or not, as the formats of test tools want it.
 *
 * @param suite what it belongs to, e.g. {@code A3} or {@code controls}
 * @param group within the suite, e.g. the contract's row
 * @param next what to type; empty for nothing
 */
record Outcome(
        String suite,
        String group,
        String name,
        Verdict verdict,
        String because,
        String evidence,
        String next,
        long elapsedMillis) {

    static List<Outcome> of(DrillReport report) {
        List<Outcome> all = new ArrayList<>();
        for (PhaseReport phase : report.phases()) {
            phase.controls().forEach(control -> all.add(of(phase, control)));
            phase.layers().forEach(layer -> all.add(of(phase, layer)));
            phase.cells().forEach(cell -> all.add(of(cell)));
        }
        report.predictions().stream().filter(one -> !one.agrees()).forEach(one -> all.add(of(one)));
        report.mutations().forEach(one -> all.add(of(one)));
        return all;
    }

    /** A red control is no break: it says that nothing may be concluded. */
    private static Outcome of(PhaseReport phase, ControlReport control) {
        return new Outcome(
                "controls",
                "controls." + phase.id(),
                control.id() + " (" + control.when() + ")",
                control.green() ? Verdict.HOLDS : Verdict.COULD_NOT_JUDGE,
                control.green() ? "" : "not shown: " + control.what(),
                control.evidence(),
                "",
                control.elapsedMillis());
    }

    private static Outcome of(PhaseReport phase, LayerReport layer) {
        return new Outcome(
                "layers",
                "layers." + phase.id(),
                layer.id(),
                layer.green() ? Verdict.HOLDS : Verdict.BROKEN,
                layer.green() ? "" : "not in force: " + layer.mechanism(),
                layer.fact(),
                layer.fix(),
                0);
    }

    private static Outcome of(CellReport cell) {
        long elapsed = cell.attempts().stream()
                .mapToLong(CellReport.Attempt::elapsedMillis)
                .sum();
        return new Outcome(
                cell.clause(),
                cell.row(),
                cell.id(),
                cell.verdict(),
                cell.because(),
                cell.words(),
                cell.verdict() == Verdict.HOLDS ? "" : cell.rerun(),
                elapsed);
    }

    private static Outcome of(PredictionReport one) {
        return new Outcome(
                "predictions",
                "predictions",
                one.cell(),
                Verdict.COULD_NOT_JUDGE,
                "declared " + one.declared() + ", predicted " + one.predicted() + ", observed " + one.observed(),
                one.why(),
                "",
                0);
    }

    private static Outcome of(MutationReport one) {
        boolean good = one.outcome().good();
        return new Outcome(
                "mutations",
                "mutations",
                one.id(),
                good ? Verdict.HOLDS : Verdict.BROKEN,
                good ? "" : one.outcome().words(),
                one.what() + "; named: " + String.join(", ", one.expectedRed()) + "; red: "
                        + String.join(", ", one.red()),
                "",
                0);
    }
}
