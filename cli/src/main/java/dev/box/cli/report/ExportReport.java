package dev.box.cli.report;

import dev.box.core.transfer.Export;
import io.avaje.jsonb.Json;

/** {@code box export --json}. */
@Json
public record ExportReport(String schema, String box, String file, long bytes) {

    public static ExportReport of(String box, Export.Exported exported) {
        String file = exported.file().toAbsolutePath().normalize().toString();
        return new ExportReport("box.export/1", box, file, exported.bytes());
    }
}
