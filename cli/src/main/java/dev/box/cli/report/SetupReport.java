package dev.box.cli.report;

import dev.box.core.host.Change;
import dev.box.core.host.SetupOutcome;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box setup-host --json}.
 *
 * @param schema {@code box.setup-host/1}
 * @param outcome converged, planned (a dry run) or restricted (this user's host is set up by somebody else)
 * @param changes what was changed, or would be
 */
@Json
public record SetupReport(String schema, String outcome, List<Entry> changes) {

    /**
     * One change.
     *
     * @param layer the layer's id
     * @param what of it
     * @param was before
     * @param is after, or as it should be
     */
    @Json
    public record Entry(String layer, String what, String was, String is) {}

    public static SetupReport of(SetupOutcome outcome) {
        return switch (outcome) {
            case SetupOutcome.Converged done -> report("converged", done.changes());
            case SetupOutcome.Planned plan -> report("planned", plan.changes());
            case SetupOutcome.Restricted restricted -> report("restricted", List.of());
            case SetupOutcome.NeedsRoot barred -> report("needs-root", List.of());
        };
    }

    private static SetupReport report(String outcome, List<Change> changes) {
        List<Entry> entries = new ArrayList<>();
        for (Change change : changes) {
            entries.add(new Entry(change.layer(), change.what(), change.was(), change.is()));
        }
        return new SetupReport("box.setup-host/1", outcome, entries);
    }
}
