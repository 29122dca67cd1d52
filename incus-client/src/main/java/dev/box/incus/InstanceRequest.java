package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An instance to create.
 *
 * @param name as wanted
 * @param type {@code container} or {@code virtual-machine}
 * @param description free text
 * @param source what it is made from
 * @param ephemeral whether it vanishes when it stops
 * @param profiles in this order; null for the daemon’s choice (profile {@code default}, or those of the source)
 * @param config its own keys
 * @param devices its own devices
 * @param start whether to start it at once (needs the API extension instance_create_start)
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record InstanceRequest(
        String name,
        String type,
        String description,
        InstanceSource source,
        boolean ephemeral,
        @Nullable List<String> profiles,
        Map<String, String> config,
        Map<String, Map<String, String>> devices,
        boolean start) {
    public InstanceRequest {
        name = Maps.orEmpty(name);
        type = Maps.orEmpty(type);
        description = Maps.orEmpty(description);
        config = Maps.orEmpty(config);
        devices = Maps.orEmpty(devices);
    }

    /** A container or virtual machine from a local image, nothing else set. */
    public static InstanceRequest fromImage(String name, String type, String aliasOrFingerprint) {
        return new InstanceRequest(
                name, type, "", InstanceSource.image(aliasOrFingerprint), false, null, Map.of(), Map.of(), false);
    }

    /**
     * A copy on the same daemon: type, profiles, config and devices are the source's unless they are set here.
     *
     * @param source instance, or instance/snapshot
     * @param withoutSnapshots whether to leave the source's snapshots behind
     */
    public static InstanceRequest copyOf(String name, String source, boolean withoutSnapshots) {
        return new InstanceRequest(
                name, "", "", InstanceSource.copyOf(source, withoutSnapshots), false, null, Map.of(), Map.of(), false);
    }

    public InstanceRequest withProfiles(List<String> names) {
        return new InstanceRequest(name, type, description, source, ephemeral, names, config, devices, start);
    }

    public InstanceRequest withConfig(Map<String, String> keys) {
        return new InstanceRequest(name, type, description, source, ephemeral, profiles, keys, devices, start);
    }

    public InstanceRequest withDevices(Map<String, Map<String, String>> byName) {
        return new InstanceRequest(name, type, description, source, ephemeral, profiles, config, byName, start);
    }
}
