package dev.box.incus;

import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * How full a storage pool is.
 *
 * @param space bytes
 * @param inodes inodes
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record StorageResources(
        @Nullable Amount space, @Nullable Amount inodes) {

    /** Used of total. */
    @Json(naming = Json.Naming.LowerUnderscore)
    public record Amount(long used, long total) {}
}
