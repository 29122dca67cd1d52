package dev.box.cli.report;

import io.avaje.jsonb.Json;

/**
 * {@code box version --json}.
 *
 * @param schema {@code box.version/1}
 * @param version box's own
 * @param java the runtime's
 */
@Json
public record VersionReport(String schema, String version, String java) {

    public static VersionReport of(String version) {
        return new VersionReport("box.version/1", version, System.getProperty("java.version"));
    }
}
