package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a new instance is made from; null means "not given".
 *
 * @param type {@code image}, {@code copy} or {@code none}
 * @param alias image alias
 * @param fingerprint image fingerprint
 * @param server image server's URL, for an image that is not local yet
 * @param protocol {@code simplestreams} or {@code incus}, with {@code server}
 * @param mode {@code pull}, with {@code server}
 * @param source what to copy: instance, or instance/snapshot
 * @param project the project of {@code source}
 * @param instanceOnly whether to leave snapshots behind when copying
 * @param properties image properties to match instead of a name
 * @param refresh whether to copy onto an instance that there is
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record InstanceSource(
        String type,
        @Nullable String alias,
        @Nullable String fingerprint,
        @Nullable String server,
        @Nullable String protocol,
        @Nullable String mode,
        @Nullable String source,
        @Nullable String project,
        @Nullable Boolean instanceOnly,
        @Nullable Map<String, String> properties,
        @Nullable Boolean refresh) {

    /** An image in the local store, by fingerprint (64 hex digits) or alias. */
    public static InstanceSource image(String aliasOrFingerprint) {
        return isFingerprint(aliasOrFingerprint)
                ? new InstanceSource("image", null, aliasOrFingerprint, null, null, null, null, null, null, null, null)
                : new InstanceSource("image", aliasOrFingerprint, null, null, null, null, null, null, null, null, null);
    }

    /** An image of a simplestreams server, which the daemon fetches first. */
    public static InstanceSource remoteImage(String serverUrl, String alias) {
        return new InstanceSource(
                "image", alias, null, serverUrl, "simplestreams", "pull", null, null, null, null, null);
    }

    /** A copy of an instance or, as {@code instance/snapshot}, of a snapshot; on the same daemon. */
    public static InstanceSource copyOf(String source, boolean withoutSnapshots) {
        return new InstanceSource("copy", null, null, null, null, null, source, null, withoutSnapshots, null, null);
    }

    /** A snapshot, copied onto the instance of the request, whose own keys and snapshots stay. */
    static InstanceSource onto(String snapshot) {
        return new InstanceSource("copy", null, null, null, null, null, snapshot, null, true, null, true);
    }

    /** Nothing: an empty instance. */
    public static InstanceSource none() {
        return new InstanceSource("none", null, null, null, null, null, null, null, null, null, null);
    }

    private static boolean isFingerprint(String text) {
        if (text.length() != 64) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
