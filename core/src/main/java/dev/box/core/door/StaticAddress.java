package dev.box.core.door;

import dev.box.core.box.Placement;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.net.Cidr;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import java.util.List;
import java.util.Optional;

/**
 * The address that a door leads to, to be pinned. It is what the network leased to the box's MAC and what the box's
 * kernel holds: either alone is the guest's to make up, and could lead the door to another box.
 */
final class StaticAddress {

    private final Incus incus;

    StaticAddress(Incus incus) {
        this.incus = incus;
    }

    Cidr of(Instance instance, Deadline deadline) {
        String name = instance.name();
        Cidr subnet = subnet(deadline);
        String leased = Placement.leasedAddress(instance, incus.networks().leases(HostNames.NETWORK, deadline))
                .orElse("");
        String mac = Placement.hardwareAddress(instance).orElse("");
        boolean held = incus.instances().state(name, deadline).network().values().stream()
                .filter(nic -> nic.hwaddr().equalsIgnoreCase(mac))
                .flatMap(nic -> nic.addresses().stream())
                .anyMatch(address -> address.address().equals(leased));
        Optional<Cidr> address = Cidr.parse(leased);
        if (address.isEmpty() || !held || !subnet.contains(address.get())) {
            throw new BoxFailure.Failed(
                    "reading the address of box '" + name + "'",
                    leased.isEmpty()
                            ? "the network leased it none"
                            : "the network leased it " + leased + ", and its kernel holds something else",
                    "box down " + name + " && box start " + name);
        }
        requireNobodyElse(name, leased, deadline);
        return address.get();
    }

    private Cidr subnet(Deadline deadline) {
        String gateway = incus.networks()
                .get(HostNames.NETWORK, deadline)
                .value()
                .config()
                .getOrDefault("ipv4.address", "");
        return Cidr.parse(gateway)
                .orElseThrow(() -> new BoxFailure.Failed(
                        "reading the subnet of network " + HostNames.NETWORK,
                        "its ipv4.address is '" + gateway + "'",
                        "sudo box setup-host"));
    }

    private void requireNobodyElse(String name, String address, Deadline deadline) {
        List<Instance> all = incus.instances().list(deadline);
        for (Instance other : all) {
            boolean pinned =
                    other.devices().values().stream().anyMatch(device -> address.equals(device.get("ipv4.address")));
            if (pinned && !other.name().equals(name)) {
                throw new BoxFailure.Failed(
                        "pinning address " + address + " to box '" + name + "'",
                        "instance '" + other.name() + "' has it pinned",
                        "box doctor");
            }
        }
    }
}
