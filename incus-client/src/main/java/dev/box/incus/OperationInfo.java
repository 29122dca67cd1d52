package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;

/**
 * An asynchronous operation as the daemon shows it.
 *
 * @param id UUID
 * @param operationClass {@code task}, {@code websocket} or {@code token}
 * @param description e.g. {@code Creating instance}
 * @param createdAt RFC 3339; see {@link Timestamps}
 * @param status {@code Running}, {@code Success}, {@code Failure}, …
 * @param statusCode see {@link #succeeded}
 * @param metadata progress, results, websocket secrets
 * @param resources API paths of what it is about
 * @param mayCancel whether it can be cancelled
 * @param err why it failed; empty if it did not
 * @param location cluster member
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record OperationInfo(
        String id,
        @Json.Property("class") String operationClass,
        String description,
        String createdAt,
        String status,
        int statusCode,
        Map<String, Object> metadata,
        Map<String, List<String>> resources,
        boolean mayCancel,
        String err,
        String location) {
    public OperationInfo {
        id = Maps.orEmpty(id);
        operationClass = Maps.orEmpty(operationClass);
        description = Maps.orEmpty(description);
        createdAt = Maps.orEmpty(createdAt);
        status = Maps.orEmpty(status);
        metadata = Maps.orEmpty(metadata);
        resources = Maps.orEmpty(resources);
        err = Maps.orEmpty(err);
        location = Maps.orEmpty(location);
    }

    /** Whether it ended, well or not. */
    public boolean ended() {
        return statusCode >= 200;
    }

    /** Whether it is under way and does work of its own: a shell in an instance is an operation too, and may last for days. */
    public boolean working() {
        return !ended() && operationClass.equals("task");
    }

    public boolean succeeded() {
        return statusCode == 200;
    }

    public boolean cancelled() {
        return statusCode == 401;
    }
}
