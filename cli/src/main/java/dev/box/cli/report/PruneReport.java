package dev.box.cli.report;

import dev.box.core.mint.Prune;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/** {@code box prune --json}. */
@Json
public record PruneReport(String schema, String outcome, List<Entry> candidates) {

    @Json
    public record Entry(String name, String why, String detail) {}

    public static PruneReport of(String outcome, List<Prune.Candidate> candidates) {
        List<Entry> entries = new ArrayList<>();
        for (Prune.Candidate candidate : candidates) {
            entries.add(new Entry(candidate.name(), candidate.why().words(), candidate.detail()));
        }
        return new PruneReport("box.prune/1", outcome, entries);
    }
}
