package dev.box.core.mint;

import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.Versioned;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** A copy gets its source's own devices, and a request cannot leave one out: an address or a door would be held twice. */
final class OwnDevices {

    private OwnDevices() {}

    /** Whether it is a root disk, which only says how large the disk is. */
    static boolean isRoot(Map<String, String> device) {
        return "disk".equals(device.get("type")) && "/".equals(device.get("path"));
    }

    /** Takes those that match from a stopped instance; without any it is left alone. */
    static void drop(Incus incus, String name, Predicate<Map<String, String>> which, Deadline deadline) {
        Versioned<Instance> now = incus.instances().get(name, deadline);
        Map<String, Map<String, String>> kept = new LinkedHashMap<>(now.value().devices());
        kept.values().removeIf(which);
        if (kept.size() < now.value().devices().size()) {
            incus.instances()
                    .replace(name, now.with(with(now.value(), now.value().config(), kept)), deadline)
                    .await(deadline);
        }
    }

    /** The instance with these own keys and devices. */
    static Instance with(Instance i, Map<String, String> config, Map<String, Map<String, String>> devices) {
        return new Instance(
                i.name(),
                i.status(),
                i.type(),
                i.project(),
                i.description(),
                i.architecture(),
                i.ephemeral(),
                i.stateful(),
                i.profiles(),
                config,
                devices,
                i.expandedConfig(),
                i.expandedDevices(),
                i.createdAt(),
                i.lastUsedAt(),
                i.location(),
                i.state(),
                i.snapshots());
    }
}
