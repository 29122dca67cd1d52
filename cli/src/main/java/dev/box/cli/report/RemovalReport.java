package dev.box.cli.report;

import io.avaje.jsonb.Json;
import java.util.List;

/**
 * {@code box teardown-host --json} and {@code box wipe --json}.
 *
 * @param schema {@code box.removal/1}
 * @param outcome removed, or planned (a dry run)
 * @param names what went, or would go
 */
@Json
public record RemovalReport(String schema, String outcome, List<String> names) {

    public static RemovalReport of(String outcome, List<String> names) {
        return new RemovalReport("box.removal/1", outcome, List.copyOf(names));
    }
}
