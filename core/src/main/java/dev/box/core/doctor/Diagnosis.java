package dev.box.core.doctor;

import java.util.List;

/**
 * How the host is.
 *
 * @param outcome in one word
 * @param findings of every check, in the table's order; none on a fresh machine
 * @param repairs what {@code --fix} did; empty without it
 */
public record Diagnosis(Outcome outcome, List<Finding> findings, List<Repaired> repairs) {

    public Diagnosis {
        findings = List.copyOf(findings);
        repairs = List.copyOf(repairs);
    }

    /** In one word. */
    public enum Outcome {
        CLEAN("clean"),
        PROBLEMS("problems"),
        /** Nothing of box is on this machine. */
        FRESH("fresh");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * One repair that was tried.
     *
     * @param repair which
     * @param done whether its own verification agrees
     * @param words each thing that it changed, or why it could not; harmless to print
     */
    public record Repaired(Repair repair, boolean done, List<String> words) {
        public Repaired {
            words = List.copyOf(words);
        }
    }

    static Diagnosis of(List<Finding> findings, List<Repaired> repairs) {
        boolean dirty = findings.stream().anyMatch(finding -> finding.verdict() == Verdict.DIRTY);
        return new Diagnosis(dirty ? Outcome.PROBLEMS : Outcome.CLEAN, findings, repairs);
    }

    static Diagnosis fresh() {
        return new Diagnosis(Outcome.FRESH, List.of(), List.of());
    }

    /** Of one verdict, in the table's order. */
    public List<Finding> findings(Verdict verdict) {
        return findings.stream().filter(finding -> finding.verdict() == verdict).toList();
    }
}
