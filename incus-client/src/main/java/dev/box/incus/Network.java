package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;

/**
 * A network that the daemon manages, or an interface of the host that it merely sees.
 *
 * @param name also the name of the bridge
 * @param description free text
 * @param type {@code bridge}, {@code physical}, {@code loopback}, …
 * @param managed whether the daemon made it
 * @param status {@code Created}, {@code Pending}, {@code Errored} or {@code Unavailable}: a claim of the daemon, not a fact
 * @param config keys as in the daemon’s documentation
 * @param usedBy API paths of instances and profiles
 * @param project empty if it is unknown
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record Network(
        String name,
        String description,
        String type,
        boolean managed,
        String status,
        Map<String, String> config,
        List<String> usedBy,
        String project) {
    public Network {
        name = Maps.orEmpty(name);
        description = Maps.orEmpty(description);
        type = Maps.orEmpty(type);
        status = Maps.orEmpty(status);
        config = Maps.orEmpty(config);
        usedBy = Maps.orEmpty(usedBy);
        project = Maps.orEmpty(project);
    }

    /** A network to create. */
    public static Network of(String name, String type, Map<String, String> config) {
        return new Network(name, "", type, true, "", config, List.of(), "");
    }

    /** The same network with other keys. */
    public Network withConfig(Map<String, String> other) {
        return new Network(name, description, type, managed, status, other, usedBy, project);
    }
}
