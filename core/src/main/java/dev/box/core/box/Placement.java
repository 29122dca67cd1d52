package dev.box.core.box;

import dev.box.core.host.HostNames;
import dev.box.core.net.Cidr;
import dev.box.incus.Instance;
import dev.box.incus.InstanceState;
import dev.box.incus.NetworkLease;
import dev.box.incus.NicAddress;
import dev.box.incus.NicState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where every box is placed, and how its address there is told from any other that a guest may hold. */
public final class Placement {

    private Placement() {}

    /** The name of the box's device on the box network; empty if it has none. */
    public static Optional<String> nic(Instance instance) {
        for (Map.Entry<String, Map<String, String>> device :
                instance.expandedDevices().entrySet()) {
            Map<String, String> keys = device.getValue();
            if ("nic".equals(keys.get("type")) && HostNames.NETWORK.equals(keys.get("network"))) {
                return Optional.of(device.getKey());
            }
        }
        return Optional.empty();
    }

    /** The MAC address of the box's NIC on the box network; empty if it has no such NIC or was never started. */
    public static Optional<String> hardwareAddress(Instance instance) {
        return nic(instance).flatMap(device -> {
            String fixed =
                    instance.expandedDevices().getOrDefault(device, Map.of()).get("hwaddr");
            String chosen = instance.expandedConfig().get("volatile." + device + ".hwaddr");
            return Optional.ofNullable(fixed == null ? chosen : fixed);
        });
    }

    /** The IPv4 address that the network leased to this instance; by MAC, because a guest chooses the name in its lease. */
    public static Optional<String> leasedAddress(Instance instance, List<NetworkLease> leases) {
        Optional<String> mac = hardwareAddress(instance);
        if (mac.isEmpty()) {
            return Optional.empty();
        }
        for (NetworkLease lease : leases) {
            if (lease.hwaddr().equalsIgnoreCase(mac.get()) && lease.address().indexOf(':') < 0) {
                return Optional.of(lease.address());
            }
        }
        return Optional.empty();
    }

    /** The guest's own IPv4 address on the NIC with this MAC, as its kernel has it and inside {@code subnet}. */
    public static Optional<String> heldAddress(InstanceState state, String mac, Cidr subnet) {
        for (NicState nic : state.network().values()) {
            if (!nic.hwaddr().equalsIgnoreCase(mac)) {
                continue;
            }
            for (NicAddress address : nic.addresses()) {
                if (address.family().equals("inet") && isIn(subnet, address.address())) {
                    return Optional.of(address.address());
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isIn(Cidr subnet, String address) {
        Optional<Cidr> parsed = Cidr.parse(address);
        return parsed.isPresent() && subnet.contains(parsed.get());
    }
}
