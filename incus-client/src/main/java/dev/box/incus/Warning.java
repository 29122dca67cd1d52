package dev.box.incus;

import io.avaje.jsonb.Json;

/**
 * A complaint that the daemon keeps about itself.
 *
 * @param uuid its identity
 * @param type e.g. {@code Failed to start}
 * @param status {@code new}, {@code acknowledged} or {@code resolved}
 * @param severity {@code low}, {@code moderate} or {@code high}
 * @param count how often it was seen
 * @param project empty for the whole daemon
 * @param entityUrl API path of what it is about
 * @param lastMessage the daemon’s words
 * @param lastSeenAt RFC 3339
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record Warning(
        String uuid,
        String type,
        String status,
        String severity,
        long count,
        String project,
        String entityUrl,
        String lastMessage,
        String lastSeenAt) {
    public Warning {
        uuid = Maps.orEmpty(uuid);
        type = Maps.orEmpty(type);
        status = Maps.orEmpty(status);
        severity = Maps.orEmpty(severity);
        project = Maps.orEmpty(project);
        entityUrl = Maps.orEmpty(entityUrl);
        lastMessage = Maps.orEmpty(lastMessage);
        lastSeenAt = Maps.orEmpty(lastSeenAt);
    }
}
