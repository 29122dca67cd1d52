package dev.box.cli.report;

import dev.box.core.transfer.Import;
import io.avaje.jsonb.Json;

/** {@code box import --json}. */
@Json
public record ImportReport(String schema, String name, String from, int snapshots) {

    public static ImportReport of(Import.Imported box) {
        return new ImportReport("box.import/1", box.name(), box.from(), box.snapshots());
    }
}
