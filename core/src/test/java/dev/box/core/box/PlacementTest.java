package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.net.Cidr;
import dev.box.incus.Instance;
import dev.box.incus.InstanceState;
import dev.box.incus.NetworkLease;
import dev.box.incus.NicAddress;
import dev.box.incus.NicState;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacementTest {

    private static final String MAC = "10:66:6a:00:00:01";

    @Test
    void a_leased_address_is_found_by_mac_never_by_the_name_that_a_guest_gave() {
        List<NetworkLease> leases = List.of(
                new NetworkLease("work", "10:66:6a:00:00:99", "10.88.0.9", "dynamic", "default"),
                new NetworkLease("liar", "10:66:6A:00:00:01", "10.88.0.7", "dynamic", "default"));
        assertThat(Placement.leasedAddress(instance(), leases)).contains("10.88.0.7");
    }

    @Test
    void the_address_that_a_guest_holds_is_chosen_by_mac_and_subnet_not_by_interface_name() {
        Map<String, NicState> nics = new LinkedHashMap<>();
        nics.put("docker0", nic("02:42:00:00:00:01", "10.88.0.66"));
        nics.put("eth0", nic("02:42:00:00:00:02", "172.17.0.1"));
        nics.put("enp5s0", nic(MAC, "192.168.9.9", "10.88.0.7"));
        InstanceState state = new InstanceState("Running", 1, 20, nics, Map.of(), null);
        assertThat(Placement.heldAddress(state, MAC, Cidr.of("10.88.0.1/24"))).contains("10.88.0.7");
    }

    private static NicState nic(String mac, String... addresses) {
        List<NicAddress> all = Arrays.stream(addresses)
                .map(address -> new NicAddress("inet", address, "24", "global"))
                .toList();
        return new NicState(all, mac, "veth1", 1500, "up", "broadcast", null);
    }

    private static Instance instance() {
        return new Instance(
                "work",
                "Running",
                "container",
                "default",
                "",
                "x86_64",
                false,
                false,
                List.of("box-net"),
                Map.of(),
                Map.of(),
                Map.of("volatile.eth0.hwaddr", MAC, "volatile.eth1.hwaddr", "10:66:6a:00:00:99"),
                Map.of(
                        "eth1", Map.of("type", "nic", "network", "other"),
                        "eth0", Map.of("type", "nic", "network", "boxnet")),
                "",
                "",
                "none",
                null,
                List.of());
    }
}
