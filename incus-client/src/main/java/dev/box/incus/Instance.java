package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An instance: container or virtual machine. {@code state} and {@code snapshots} are filled by {@link Instances#listFull} only.
 *
 * @param name unique in its project
 * @param status {@code Running}, {@code Stopped}, {@code Frozen} or {@code Error}
 * @param type {@code container} or {@code virtual-machine}
 * @param project the project that it lives in
 * @param description free text
 * @param architecture e.g. {@code x86_64}
 * @param ephemeral whether it vanishes when it stops
 * @param stateful whether its memory was saved
 * @param profiles applied in this order
 * @param config its own keys
 * @param devices its own devices
 * @param expandedConfig own keys over those of the profiles
 * @param expandedDevices own devices over those of the profiles
 * @param createdAt RFC 3339; see {@link Timestamps}
 * @param lastUsedAt RFC 3339; the year 1970 or 1 for never
 * @param location cluster member, {@code none} without a cluster
 * @param state null unless it was asked for
 * @param snapshots empty unless it was asked for
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record Instance(
        String name,
        String status,
        String type,
        String project,
        String description,
        String architecture,
        boolean ephemeral,
        boolean stateful,
        List<String> profiles,
        Map<String, String> config,
        Map<String, Map<String, String>> devices,
        Map<String, String> expandedConfig,
        Map<String, Map<String, String>> expandedDevices,
        String createdAt,
        String lastUsedAt,
        String location,
        @Nullable InstanceState state,
        List<Snapshot> snapshots) {
    public Instance {
        name = Maps.orEmpty(name);
        status = Maps.orEmpty(status);
        type = Maps.orEmpty(type);
        project = Maps.orEmpty(project);
        description = Maps.orEmpty(description);
        architecture = Maps.orEmpty(architecture);
        profiles = Maps.orEmpty(profiles);
        config = Maps.orEmpty(config);
        devices = Maps.orEmpty(devices);
        expandedConfig = Maps.orEmpty(expandedConfig);
        expandedDevices = Maps.orEmpty(expandedDevices);
        createdAt = Maps.orEmpty(createdAt);
        lastUsedAt = Maps.orEmpty(lastUsedAt);
        location = Maps.orEmpty(location);
        snapshots = Maps.orEmpty(snapshots);
    }

    /** Whether it runs now, as the daemon sees it. */
    public boolean running() {
        return status.equals("Running");
    }

    public boolean isVirtualMachine() {
        return type.equals("virtual-machine");
    }

    /** The same with other devices of its own. */
    public Instance withDevices(Map<String, Map<String, String>> own) {
        return with(config, own, profiles);
    }

    /** The same with other keys, devices and profiles of its own. */
    public Instance with(Map<String, String> keys, Map<String, Map<String, String>> own, List<String> names) {
        return new Instance(
                name,
                status,
                type,
                project,
                description,
                architecture,
                ephemeral,
                stateful,
                names,
                keys,
                own,
                expandedConfig,
                expandedDevices,
                createdAt,
                lastUsedAt,
                location,
                state,
                snapshots);
    }
}
