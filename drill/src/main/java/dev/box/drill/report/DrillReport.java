package dev.box.drill.report;

import dev.box.drill.verdict.Verdict;
import io.avaje.jsonb.Json;
import java.util.List;

/**
 * What one run found.
 *
 * @param schema of this form; grows by number
 * @param startedAt RFC 3339, UTC
 * @param kernel the host's release
 * @param incus the daemon's version
 * @param mutations the kill matrix; empty if the drill did not drill itself
 * @param notDrilled what this run says nothing about
 * @param notes what else a reader must know, e.g. what an earlier run left behind
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
        List<MutationReport> mutations,
        List<String> notDrilled,
        List<String> notes,
        Verdict verdict,
        int exitStatus) {

    public static final String SCHEMA = "box.drill/1";

    /** Who and where, apart from what was found. */
    public record Head(
            String runId, String startedAt, String hostname, String kernel, String incus, List<BoxReport> boxes) {}

    /** Sums up the phases. A run that judged nothing did not hold. */
    public static DrillReport of(
            Head head, List<PhaseReport> phases, List<String> notDrilled, List<String> notes, long elapsedMillis) {
        return of(head, phases, List.of(), notDrilled, notes, elapsedMillis);
    }

    /** The same with a kill matrix: a mutation that did not show what it had to show is a break of the instrument. */
    public static DrillReport of(
            Head head,
            List<PhaseReport> phases,
            List<MutationReport> mutations,
            List<String> notDrilled,
            List<String> notes,
            long elapsedMillis) {
        Verdict verdict = phases.isEmpty() ? Verdict.COULD_NOT_JUDGE : Verdict.HOLDS;
        for (PhaseReport phase : phases) {
            verdict = verdict.and(phase.verdict());
        }
        if (mutations.stream().anyMatch(one -> !one.outcome().good())) {
            verdict = Verdict.BROKEN;
        }
        int exitStatus = switch (verdict) {
            case HOLDS -> 0;
            case BROKEN -> 1;
            case COULD_NOT_JUDGE -> 3;
        };
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
                mutations,
                notDrilled,
                notes,
                verdict,
                exitStatus);
    }
}
