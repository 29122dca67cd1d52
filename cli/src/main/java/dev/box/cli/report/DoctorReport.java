package dev.box.cli.report;

import dev.box.core.doctor.Diagnosis;
import dev.box.core.doctor.Finding;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code box doctor --json}.
 *
 * @param schema {@code box.doctor/1}
 * @param outcome clean, problems or fresh (nothing of box is on this machine)
 * @param repairs what {@code --fix} did; empty without it
 * @param checks every check, in a fixed order; none on a fresh machine
 */
@Json
public record DoctorReport(String schema, String outcome, List<RepairEntry> repairs, List<CheckEntry> checks) {

    /**
     * One repair.
     *
     * @param repair which, e.g. {@code firewall}
     * @param done whether it took
     * @param result each thing that it changed, or why it could not
     */
    @Json
    public record RepairEntry(String repair, boolean done, List<String> result) {}

    /**
     * One check.
     *
     * @param id stable
     * @param verdict ok, dirty or info
     * @param judged whether the fact could be read; if not, {@code fact} says why
     * @param reads what the check reads
     * @param fact what it read
     * @param why why it matters
     * @param repairable whether {@code --fix} repairs it
     * @param fix the exact command that helps; empty if there is nothing to do
     */
    @Json
    public record CheckEntry(
            String id,
            String verdict,
            boolean judged,
            String reads,
            String fact,
            String why,
            boolean repairable,
            String fix) {}

    public static DoctorReport of(Diagnosis diagnosis) {
        List<RepairEntry> repairs = new ArrayList<>();
        for (Diagnosis.Repaired repaired : diagnosis.repairs()) {
            repairs.add(new RepairEntry(word(repaired.repair()), repaired.done(), repaired.words()));
        }
        List<CheckEntry> checks = new ArrayList<>();
        for (Finding finding : diagnosis.findings()) {
            checks.add(new CheckEntry(
                    finding.id(),
                    word(finding.verdict()),
                    finding.judged(),
                    finding.reads(),
                    finding.fact(),
                    finding.why(),
                    finding.repairable(),
                    finding.fix()));
        }
        return new DoctorReport("box.doctor/1", diagnosis.outcome().word(), repairs, checks);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
