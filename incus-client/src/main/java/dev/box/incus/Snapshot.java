package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;

/**
 * A snapshot of an instance.
 *
 * @param name without the name of the instance
 * @param createdAt RFC 3339
 * @param expiresAt RFC 3339; the year 1 for never
 * @param stateful whether it holds memory
 * @param size bytes it takes by itself, -1 if the pool cannot tell
 * @param config as it was then
 * @param profiles as they were then
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record Snapshot(
        String name,
        String createdAt,
        String expiresAt,
        boolean stateful,
        long size,
        Map<String, String> config,
        List<String> profiles) {
    public Snapshot {
        name = Maps.orEmpty(name);
        createdAt = Maps.orEmpty(createdAt);
        expiresAt = Maps.orEmpty(expiresAt);
        config = Maps.orEmpty(config);
        profiles = Maps.orEmpty(profiles);
    }
}
