package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;

/**
 * A project: a name space of the daemon.
 *
 * @param name unique
 * @param description free text
 * @param config {@code features.*}, {@code restricted.*}, {@code limits.*}
 * @param usedBy API paths
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record Project(String name, String description, Map<String, String> config, List<String> usedBy) {
    public Project {
        name = Maps.orEmpty(name);
        description = Maps.orEmpty(description);
        config = Maps.orEmpty(config);
        usedBy = Maps.orEmpty(usedBy);
    }

    /** A project to create. */
    public static Project of(String name, String description, Map<String, String> config) {
        return new Project(name, description, config, List.of());
    }
}
