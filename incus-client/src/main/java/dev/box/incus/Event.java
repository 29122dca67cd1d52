package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.Map;

/**
 * One event of the daemon.
 *
 * @param type {@code operation}, {@code lifecycle}, {@code logging} or {@code network-acl}
 * @param timestamp RFC 3339
 * @param project the project that it is about; may be empty
 * @param location cluster member
 * @param metadata its content, by type
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record Event(String type, String timestamp, String project, String location, Map<String, Object> metadata) {
    public Event {
        type = Maps.orEmpty(type);
        timestamp = Maps.orEmpty(timestamp);
        project = Maps.orEmpty(project);
        location = Maps.orEmpty(location);
        metadata = Maps.orEmpty(metadata);
    }
}
