package dev.box.incus;

import io.avaje.jsonb.Json;

/**
 * An alias as the daemon lists it by itself.
 *
 * @param name the alias
 * @param description free text
 * @param target fingerprint of the image
 * @param type {@code container} or {@code virtual-machine}
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record ImageAlias(String name, String description, String target, String type) {
    public ImageAlias {
        name = Maps.orEmpty(name);
        description = Maps.orEmpty(description);
        target = Maps.orEmpty(target);
        type = Maps.orEmpty(type);
    }
}
