package dev.box.cli.report;

import dev.box.core.template.Templates;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

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
     * @param warm yes or no: whether its next box starts from a warm base; unknown if the daemon could not be asked
     */
    @Json
    public record Entry(String name, String origin, String description, String fault, String warm) {}

    /** {@code warm} tells the word for the template of that name. */
    public static TemplatesReport of(List<Templates.Listed> templates, UnaryOperator<String> warm) {
        List<Entry> entries = new ArrayList<>();
        for (Templates.Listed template : templates) {
            entries.add(new Entry(
                    template.name(),
                    template.origin().word(),
                    template.description(),
                    template.fault(),
                    warm.apply(template.name())));
        }
        return new TemplatesReport("box.templates/1", entries);
    }
}
