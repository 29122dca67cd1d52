package dev.box.core.migrate;

import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.core.host.HostNames;
import dev.box.incus.Instance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A legacy box as it is to be on this host. What its old profile gave it (limits, nesting, its cloud-init, whose change
 * would make the guest take itself for a new machine) becomes its own; placement comes from {@code box-net} alone, and
 * whatever could lead around it stays behind. The old tag stays until the box has been seen to work in its new place, so
 * that one that does not can be migrated again and keeps the predecessor's stack from being retired.
 *
 * @param instance to be written over the old one
 * @param dropped keys and devices that stay behind, by name
 */
record Rehoming(Instance instance, List<String> dropped) {

    private static final String ROOT_TYPE = "disk";
    private static final Set<String> KEPT_KEYS = Set.of("security.nesting", "security.secureboot");
    private static final List<String> KEPT_PREFIXES =
            List.of("user.", "limits.", "boot.", "volatile.", "image.", "cloud-init.", "snapshots.");

    Rehoming {
        dropped = List.copyOf(dropped);
    }

    /** @param pool where the placement profile puts root disks */
    static Rehoming of(Instance old, String pool) {
        List<String> dropped = new ArrayList<>();
        Map<String, String> config = new LinkedHashMap<>();
        for (Map.Entry<String, String> entry : new TreeMap<>(old.expandedConfig()).entrySet()) {
            if (isKept(entry.getKey())) {
                config.put(entry.getKey(), entry.getValue());
            } else {
                dropped.add(entry.getKey() + "=" + entry.getValue());
            }
        }
        stamp(old).forEach(config::putIfAbsent);
        Map<String, Map<String, String>> devices = new LinkedHashMap<>();
        for (Map.Entry<String, Map<String, String>> device : new TreeMap<>(old.expandedDevices()).entrySet()) {
            if (isRoot(device.getValue())) {
                if (!device.getValue().equals(Map.of("type", ROOT_TYPE, "path", "/", "pool", pool))) {
                    devices.put(HostNames.ROOT, device.getValue());
                }
            } else if (!isOldNic(device.getValue())) {
                dropped.add("device " + device.getKey());
            }
        }
        return new Rehoming(with(old, config, devices), dropped);
    }

    /** The same instance without the predecessor's tag: it is over. */
    static Instance untagged(Instance instance) {
        Map<String, String> config = new LinkedHashMap<>(instance.config());
        config.keySet().removeIf(key -> key.startsWith(StampKey.LEGACY_TAG.key()));
        return with(instance, config, instance.devices());
    }

    private static boolean isKept(String key) {
        return KEPT_KEYS.contains(key) || KEPT_PREFIXES.stream().anyMatch(key::startsWith);
    }

    private static boolean isRoot(Map<String, String> device) {
        return ROOT_TYPE.equals(device.get("type")) && "/".equals(device.get("path"));
    }

    private static boolean isOldNic(Map<String, String> device) {
        return "nic".equals(device.get("type")) && HostNames.LEGACY_NETWORK.equals(device.get("network"));
    }

    private static Map<String, String> stamp(Instance old) {
        Stamp read = Stamp.read(old.config())
                .orElseThrow(() -> new IllegalArgumentException("'" + old.name() + "' is no box"));
        return new Stamp(
                        Stamp.SCHEMA,
                        read.version(),
                        old.createdAt(),
                        read.template(),
                        read.user(),
                        read.image(),
                        old.config().getOrDefault("volatile.base_image", read.imageFingerprint()),
                        old.isVirtualMachine() ? "vm" : "container",
                        read.modeAsked(),
                        read.origin().isEmpty() ? "mint" : read.origin(),
                        read.originFrom(),
                        read.machineId(),
                        read.state())
                .toConfig();
    }

    private static Instance with(Instance old, Map<String, String> config, Map<String, Map<String, String>> devices) {
        return new Instance(
                old.name(),
                old.status(),
                old.type(),
                old.project(),
                old.description(),
                old.architecture(),
                old.ephemeral(),
                old.stateful(),
                List.of(HostNames.PROFILE),
                config,
                devices,
                Map.of(),
                Map.of(),
                old.createdAt(),
                old.lastUsedAt(),
                old.location(),
                null,
                List.of());
    }
}
