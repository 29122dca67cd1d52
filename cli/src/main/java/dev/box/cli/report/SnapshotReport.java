package dev.box.cli.report;

import io.avaje.jsonb.Json;

/** {@code box snapshot --json}. */
@Json
public record SnapshotReport(String schema, String box, String label) {

    public static SnapshotReport of(String box, String label) {
        return new SnapshotReport("box.snapshot/1", box, label);
    }
}
