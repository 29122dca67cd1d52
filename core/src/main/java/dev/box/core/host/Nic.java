package dev.box.core.host;

import dev.box.core.net.BridgePort;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.Instances;
import dev.box.incus.Project;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An instance's network device behind a port of the bridge.
 *
 * @param device its name among the instance's devices
 */
record Nic(Instance instance, String device) {

    private static final List<String> FILTERS = List.of("security.mac_filtering", "security.ipv4_filtering");

    /** A key that means the same when it is {@code false} and when it is not set. */
    private static final String IDLE = "security.ipv6_filtering";

    /**
     * The NICs behind ports, by the host interface that Incus recorded for each. A port that is not in the map was
     * attached by someone else.
     */
    static Map<String, Nic> behind(List<BridgePort> ports, List<Instance> instances) {
        Map<String, Nic> nics = new LinkedHashMap<>();
        for (Instance instance : instances) {
            instance.config()
                    .forEach((key, value) -> device(key)
                            .filter(device -> ports.stream()
                                    .anyMatch(port -> port.device().equals(value)))
                            .ifPresent(device -> nics.put(value, new Nic(instance, device))));
        }
        return nics;
    }

    private static Optional<String> device(String key) {
        String before = "volatile.";
        String after = ".host_name";
        return key.startsWith(before) && key.endsWith(after)
                ? Optional.of(key.substring(before.length(), key.length() - after.length()))
                : Optional.empty();
    }

    /** Instances of all projects, since ports of all projects share the bridge. */
    static List<Instance> instances(Incus incus, Deadline deadline) {
        List<Instance> all = new ArrayList<>();
        for (Project project : incus.projects().list(deadline)) {
            all.addAll(incus.inProject(project.name()).instances().list(deadline));
        }
        return all;
    }

    /** As every box's does, unless its own keys say otherwise. */
    boolean asksForFilters() {
        Map<String, String> keys = instance.expandedDevices().getOrDefault(device, Map.of());
        return FILTERS.stream().allMatch(filter -> "true".equals(keys.get(filter)));
    }

    /**
     * Has Incus make this NIC's filters anew while the instance runs. It makes them when it plugs the NIC in and when a key
     * changes that it can change on a plugged one; so such a key is changed, and changed back.
     */
    void renewFilters(Incus incus, Deadline deadline) {
        Instances there = incus.inProject(instance.project()).instances();
        Instance before = there.edit(instance.name(), this::withIdleKeyChanged, deadline);
        there.edit(instance.name(), changed -> changed.withDevices(before.devices()), deadline);
    }

    private Instance withIdleKeyChanged(Instance seen) {
        Map<String, String> keys = new LinkedHashMap<>(seen.expandedDevices().getOrDefault(device, Map.of()));
        if ("false".equals(keys.get(IDLE))) {
            keys.remove(IDLE);
        } else {
            keys.put(IDLE, "false");
        }
        Map<String, Map<String, String>> devices = new LinkedHashMap<>(seen.devices());
        devices.put(device, keys);
        return seen.withDevices(devices);
    }
}
