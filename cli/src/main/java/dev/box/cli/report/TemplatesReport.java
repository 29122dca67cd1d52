package dev.box.cli.report;

import dev.box.core.template.Templates;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box templates --json}.
 *
 * @param schema {@code box.templates/1}
 * @param templates by name
 */
@Json
public record TemplatesReport(String schema, List<Entry> templates) {

    /**
     * One template.
     *
     * @param origin user, host or shipped
     * @param description one line
     * @param fault why it cannot be used; empty if it can
     */
    @Json
    public record Entry(String name, String origin, String description, String fault) {}

    public static TemplatesReport of(List<Templates.Listed> templates) {
        List<Entry> entries = new ArrayList<>();
        for (Templates.Listed template : templates) {
            entries.add(new Entry(template.name(), template.origin().word(), template.description(), template.fault()));
        }
        return new TemplatesReport("box.templates/1", entries);
    }
}
