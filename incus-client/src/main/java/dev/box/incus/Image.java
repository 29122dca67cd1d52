package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;

/**
 * An image in the daemon’s store.
 *
 * @param fingerprint SHA-256 of the image, hex
 * @param aliases names that point at it
 * @param properties e.g. {@code os}, {@code release}, {@code serial}
 * @param filename as imported
 * @param size bytes
 * @param type {@code container} or {@code virtual-machine}
 * @param architecture e.g. {@code x86_64}
 * @param publicImage whether anyone may fetch it
 * @param cached whether the daemon fetched it by itself
 * @param autoUpdate whether the daemon refreshes it
 * @param createdAt RFC 3339
 * @param uploadedAt RFC 3339
 * @param lastUsedAt RFC 3339
 * @param profiles applied to new instances of it
 * @param project the project that holds it
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record Image(
        String fingerprint,
        List<Image.Alias> aliases,
        Map<String, String> properties,
        String filename,
        long size,
        String type,
        String architecture,
        @Json.Property("public") boolean publicImage,
        boolean cached,
        boolean autoUpdate,
        String createdAt,
        String uploadedAt,
        String lastUsedAt,
        List<String> profiles,
        String project) {
    public Image {
        fingerprint = Maps.orEmpty(fingerprint);
        aliases = Maps.orEmpty(aliases);
        properties = Maps.orEmpty(properties);
        filename = Maps.orEmpty(filename);
        type = Maps.orEmpty(type);
        architecture = Maps.orEmpty(architecture);
        createdAt = Maps.orEmpty(createdAt);
        uploadedAt = Maps.orEmpty(uploadedAt);
        lastUsedAt = Maps.orEmpty(lastUsedAt);
        profiles = Maps.orEmpty(profiles);
        project = Maps.orEmpty(project);
    }

    /**
     * A name of an image.
     *
     * @param name the alias
     * @param description free text
     */
    @Json(naming = Json.Naming.LowerUnderscore)
    public record Alias(String name, String description) {
        public Alias {
            name = Maps.orEmpty(name);
            description = Maps.orEmpty(description);
        }
    }
}
