package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;

/**
 * Config and devices that instances share.
 *
 * @param name unique in its project
 * @param description free text
 * @param config keys
 * @param devices devices by name
 * @param usedBy API paths of instances
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record Profile(
        String name,
        String description,
        Map<String, String> config,
        Map<String, Map<String, String>> devices,
        List<String> usedBy) {
    public Profile {
        name = Maps.orEmpty(name);
        description = Maps.orEmpty(description);
        config = Maps.orEmpty(config);
        devices = Maps.orEmpty(devices);
        usedBy = Maps.orEmpty(usedBy);
    }

    /** A profile to create. */
    public static Profile of(
            String name, String description, Map<String, String> config, Map<String, Map<String, String>> devices) {
        return new Profile(name, description, config, devices, List.of());
    }
}
