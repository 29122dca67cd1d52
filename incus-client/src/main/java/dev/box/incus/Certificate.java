package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;

/**
 * A client that the daemon trusts.
 *
 * @param fingerprint SHA-256 of the certificate, hex
 * @param name free text, not unique
 * @param type {@code client}, {@code server} or {@code metrics}
 * @param restricted whether it is confined to {@code projects}
 * @param projects those that it may use, if it is restricted
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record Certificate(String fingerprint, String name, String type, boolean restricted, List<String> projects) {
    public Certificate {
        fingerprint = Maps.orEmpty(fingerprint);
        name = Maps.orEmpty(name);
        type = Maps.orEmpty(type);
        projects = Maps.orEmpty(projects);
    }
}
