package dev.box.core.doctor;

/**
 * What one check has to say; harmless to print.
 *
 * @param id the check's
 * @param verdict the judgement
 * @param judged whether the fact could be read at all; if not, {@code fact} says why
 * @param reads what the check reads, in words
 * @param fact what it read
 * @param why why it matters
 * @param repairable whether {@code --fix} repairs it
 * @param fix the exact command that helps; empty if there is nothing to do
 */
public record Finding(
        String id,
        Verdict verdict,
        boolean judged,
        String reads,
        String fact,
        String why,
        boolean repairable,
        String fix) {}
