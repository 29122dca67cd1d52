package dev.box.core.door;

import dev.box.core.box.Placement;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A box's own devices for its doors: the proxy, and its NIC with the address pinned. Both are written in one call, and
 * pinning the address that a running box holds changes nothing of its plugged NIC.
 */
final class DoorDevices {

    private static final String ADDRESS = "ipv4.address";

    private final Incus incus;

    DoorDevices(Incus incus) {
        this.incus = incus;
    }

    void add(Door door, Deadline deadline) {
        incus.instances()
                .edit(
                        door.box(),
                        instance -> {
                            String nic = nic(instance);
                            Map<String, String> keys = new LinkedHashMap<>(
                                    instance.expandedDevices().getOrDefault(nic, Map.of()));
                            keys.put(ADDRESS, address(door));
                            Map<String, Map<String, String>> devices = new LinkedHashMap<>(instance.devices());
                            devices.put(nic, keys);
                            devices.put(Door.device(door.port()), door.keys());
                            return instance.withDevices(devices);
                        },
                        deadline);
    }

    /** The last door takes the pinned address with it, and the NIC is the profile's again. */
    void remove(Door door, Deadline deadline) {
        Map<String, Map<String, String>> profile = incus.profiles()
                .find(HostNames.PROFILE, deadline)
                .map(found -> found.value().devices())
                .orElse(Map.of());
        incus.instances()
                .edit(
                        door.box(),
                        instance -> {
                            Map<String, Map<String, String>> devices = new LinkedHashMap<>(instance.devices());
                            devices.remove(Door.device(door.port()));
                            Instance without = instance.withDevices(devices);
                            return Door.of(without).isEmpty() ? released(without, profile) : without;
                        },
                        deadline);
    }

    private static Instance released(Instance instance, Map<String, Map<String, String>> profile) {
        String nic = nic(instance);
        if (!instance.devices().containsKey(nic)) {
            return instance;
        }
        Map<String, Map<String, String>> devices = new LinkedHashMap<>(instance.devices());
        Map<String, String> keys = new HashMap<>(devices.getOrDefault(nic, Map.of()));
        keys.remove(ADDRESS);
        if (keys.equals(profile.get(nic))) {
            devices.remove(nic);
        } else {
            devices.put(nic, keys);
        }
        return instance.withDevices(devices);
    }

    private static String nic(Instance instance) {
        return Placement.nic(instance)
                .orElseThrow(() -> new BoxFailure.Failed(
                        "finding the NIC of box '" + instance.name() + "'",
                        "it has none on network " + HostNames.NETWORK,
                        "sudo box setup-host"));
    }

    private static String address(Door door) {
        String connect = door.connect();
        return connect.substring(connect.indexOf(':') + 1, connect.lastIndexOf(':'));
    }
}
