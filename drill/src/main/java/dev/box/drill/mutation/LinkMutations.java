package dev.box.drill.mutation;

import static dev.box.drill.contract.LayerId.BRIDGE_DROP;
import static dev.box.drill.contract.LayerId.INSTANCE;
import static dev.box.drill.contract.LayerId.KNOWN_CARDS;
import static dev.box.drill.contract.LayerId.MAC_BINDING;
import static dev.box.drill.contract.LayerId.NAMES;
import static dev.box.drill.contract.LayerId.PORT_ISOLATION;
import static dev.box.drill.contract.LayerId.RESOLVERS;
import static dev.box.drill.contract.LayerId.SOURCE_FILTER;
import static dev.box.drill.mutation.Expected.red;

import dev.box.core.host.HostNames;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What keeps boxes apart from each other, and from being taken for each other. */
final class LinkMutations {

    /** What two boxes in reach of each other show, of the clauses beside A3. */
    private static final List<String> SIBLINGS =
            List.of("A4.llmnr.name", "A4.mdns.name", "A6.ra.sibling", "A9.dhcp.offer");

    /** The rows of A3 whose frames a source filter lets pass: those of IP, in a box's own name. */
    private static final List<String> OVER_IP = List.of(
            "A3.tcp.sibling",
            "A3.udp.sibling",
            "A3.icmp.sibling",
            "A3.udp.broadcast",
            "A3.udp.multicast",
            "A3.tcp6.sibling",
            "A3.udp6.sibling",
            "A3.icmp6.sibling",
            "A3.ns6.sibling");

    private LinkMutations() {}

    static void siblings(Mutations table) {
        Expected keptByBridge = new Expected.Redundant("the drop in table bridge box");
        table.add(
                "port-isolation.kernel",
                Set.of(PORT_ISOLATION),
                "the 'isolated' flag of the boxes' ports is off",
                KernelFaults.isolationOff(),
                keptByBridge);
        table.add(
                "port-isolation.profile",
                Set.of(PORT_ISOLATION),
                "security.port_isolation is off in the profile",
                DaemonFaults.nic("security.port_isolation", "false"),
                keptByBridge);
        table.add(
                "bridge-drop",
                Set.of(BRIDGE_DROP),
                "the drop in table bridge box is deleted",
                noBridgeDrop(),
                new Expected.Redundant("isolated ports"));
        table.add(
                "siblings",
                Set.of(PORT_ISOLATION, BRIDGE_DROP),
                "isolated ports and the bridge drop are both gone; the source filter still stops strange frames",
                Fault.all(KernelFaults.isolationOff(), noBridgeDrop(), GuestFaults.ipv6Forgotten()),
                siblingsAnd(OVER_IP)
                        .may("A4.resolver.name", "A6.state.self", "A6.rs.host")
                        .refused("A3.tcp.sibling"));
        table.add(
                "siblings+filter",
                Set.of(PORT_ISOLATION, BRIDGE_DROP, SOURCE_FILTER),
                "isolated ports, the bridge drop and the source filter are all gone",
                Fault.all(
                        KernelFaults.isolationOff(),
                        noBridgeDrop(),
                        KernelFaults.neighboursForgotten(),
                        KernelFaults.bindingsForgotten(),
                        KernelFaults.noSourceFilter(),
                        GuestFaults.ipv6Forgotten()),
                siblingsAnd(List.of("A3"))
                        .may("A4.resolver.name", "A6.state.self", "A6.rs.host", "A8")
                        .refused("A3.tcp.sibling"));
    }

    static void pretence(Mutations table) {
        table.add(
                "source-filter",
                Set.of(SOURCE_FILTER),
                "the boxes' ports have no MAC filter and no IPv4 filter; they are still bound to their MACs",
                Fault.all(
                        KernelFaults.neighboursForgotten(),
                        KernelFaults.bindingsForgotten(),
                        KernelFaults.noSourceFilter()),
                red("A8.address").some("A8.claim.sibling"));
        table.add(
                "source-filter+binding",
                Set.of(SOURCE_FILTER, MAC_BINDING),
                "the boxes' ports have no MAC filter and no IPv4 filter, and are not bound to their MACs",
                Fault.all(
                        KernelFaults.neighboursForgotten(),
                        KernelFaults.bindingsForgotten(),
                        KernelFaults.noSourceFilter(),
                        KernelFaults.unbound()),
                red("A8.mac", "A8.address").some("A8.claim.sibling"));
        table.add(
                "mac-binding",
                Set.of(MAC_BINDING),
                "the boxes' ports are not bound to their MACs",
                KernelFaults.unbound(),
                // single frames are Incus's filter's to stop; a flood of them draws what the bridge has learned wrong
                red("A8.flood.sibling"));
        table.add(
                "dhcp.strangers",
                Set.of(NAMES, RESOLVERS, KNOWN_CARDS),
                "dnsmasq gives leases to any card",
                DaemonFaults.dnsmasqLines(line -> line.startsWith("dhcp-ignore="), List.of()),
                red("A9.dhcp.stranger"));
        table.add(
                "instance.devices",
                Set.of(INSTANCE),
                "the boxes have got a directory and a memory device of the host",
                DaemonFaults.hostDevices(),
                red("A11.mounts.self", "A11.devices.self"));
    }

    static Fault noBridgeDrop() {
        return KernelFaults.rules("bridge", HostNames.TABLE, "forward", was -> List.of());
    }

    private static Expected.Red siblingsAnd(List<String> rows) {
        return red(Stream.concat(SIBLINGS.stream(), rows.stream()).toArray(String[]::new));
    }
}
