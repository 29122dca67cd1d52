package dev.box.drill.report;

import dev.box.drill.verdict.Verdict;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What one run found.
 *
 * @param schema of this form; grows by number
 * @param startedAt RFC 3339, UTC
 * @param kernel the host's release
 * @param incus the daemon's version
 * @param notDrilled what this run says nothing about
 * @param notes what else a reader must know, e.g. what an earlier run left behind
 * @param predictions what the live rules alone say of the cells, beside what was observed; empty if not asked
 * @param mutations the kill matrix; empty if the drill did not drill itself
 * @param exitStatus 0 every judged cell holds, 1 something is broken, 3 could not judge
 */
@Json
public record DrillReport(
        String schema,
        String runId,
        String startedAt,
        long elapsedMillis,
        String hostname,
        String kernel,
        String incus,
        List<BoxReport> boxes,
        List<ClauseReport> clauses,
        List<PhaseReport> phases,
        List<String> notDrilled,
        List<String> notes,
        List<PredictionReport> predictions,
        List<MutationReport> mutations,
        Verdict verdict,
        int exitStatus) {

    public static final String SCHEMA = "box.drill/1";

    public DrillReport {
        // a file that an earlier version wrote, as a baseline, lacks what came later
        predictions = Objects.requireNonNullElse(predictions, List.of());
        mutations = Objects.requireNonNullElse(mutations, List.of());
    }

    /** Who and where, apart from what was found. */
    public record Head(
            String runId, String startedAt, String hostname, String kernel, String incus, List<BoxReport> boxes) {}

    /** Sums up the phases. A run that judged nothing did not hold. */
    public static DrillReport of(
            Head head, List<PhaseReport> phases, List<String> notDrilled, List<String> notes, long elapsedMillis) {
        Verdict verdict = phases.isEmpty() ? Verdict.COULD_NOT_JUDGE : Verdict.HOLDS;
        for (PhaseReport phase : phases) {
            verdict = verdict.and(phase.verdict());
        }
        return new DrillReport(
                SCHEMA,
                head.runId(),
                head.startedAt(),
                elapsedMillis,
                head.hostname(),
                head.kernel(),
                head.incus(),
                head.boxes(),
                ClauseReport.of(phases),
                phases,
                notDrilled,
                notes,
                List.of(),
                List.of(),
                verdict,
                exitStatus(verdict));
    }

    /**
     * The same with what the live rules predict. A cell that holds although the rules alone would let it through shows that
     * one of the two instruments is wrong, so nothing may be concluded.
     */
    public DrillReport predicted(List<PredictionReport> all) {
        boolean contradicted = all.stream().anyMatch(one -> !one.agrees());
        return with(notes, all, mutations, contradicted ? verdict.and(Verdict.COULD_NOT_JUDGE) : verdict);
    }

    /** The same with a kill matrix; a break that nobody noticed, or that was noticed by accident, fails the run. */
    public DrillReport mutated(List<MutationReport> all) {
        boolean proven = all.stream().allMatch(one -> one.outcome().good());
        return with(notes, predictions, all, proven ? verdict : verdict.and(Verdict.BROKEN));
    }

    /** The same with more for a reader to know. */
    public DrillReport noted(List<String> more) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(more);
        return with(all, predictions, mutations, verdict);
    }

    /** The same, of a run that could not undo everything: that fails it, whatever it has measured. */
    public DrillReport leftBehind(List<String> what) {
        List<String> all = new ArrayList<>(notes);
        what.forEach(one -> all.add("could not be undone: " + one));
        return with(all, predictions, mutations, verdict.and(Verdict.BROKEN));
    }

    private DrillReport with(
            List<String> noted, List<PredictionReport> predicted, List<MutationReport> mutated, Verdict sum) {
        return new DrillReport(
                schema,
                runId,
                startedAt,
                elapsedMillis,
                hostname,
                kernel,
                incus,
                boxes,
                clauses,
                phases,
                notDrilled,
                List.copyOf(noted),
                List.copyOf(predicted),
                List.copyOf(mutated),
                sum,
                exitStatus(sum));
    }

    private static int exitStatus(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> 0;
            case BROKEN -> 1;
            case COULD_NOT_JUDGE -> 3;
        };
    }
}
