package dev.box.core.doctor;

import dev.box.core.host.Change;
import dev.box.core.host.HostNames;
import dev.box.core.host.NetworkLayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** boxnet: where it stands, who serves it, whose resolvers it asks. */
final class NetworkChecks {

    private static final Set<String> RESOLVER = Set.of("raw.dnsmasq");
    private static final String LIVE = "live rule of Incus";
    private static final String DNSMASQ = "dnsmasq";

    static final List<Check> ALL = List.of(
            Check.of(
                    "uplink",
                    "this machine's default gateway, addresses and connected routes",
                    "a gateway that the machine holds itself is a machine without a way out, and its boxes too",
                    Repair.NONE,
                    Reading::wires,
                    NetworkChecks::uplink),
            Check.of(
                    "uplink.inside",
                    "the same inside every running box",
                    "box set up inside a box on the same subnet cuts that box off from its own gateway",
                    Repair.NONE,
                    Reading::inside,
                    NetworkChecks::uplinkInside),
            Check.of(
                    "network",
                    "the keys of network " + HostNames.NETWORK,
                    "NAT, no IPv6, the ACL and its default actions are keys of the network",
                    Repair.NETWORK,
                    Reading::network,
                    layered -> differing(layered, NetworkChecks::isPlainKey, plan(layered.observed()))),
            Check.of(
                    "dnsmasq",
                    "which process holds the gateway's DNS and DHCP sockets",
                    "Incus calls a network 'Created' that nobody serves: boxes get no address and no names",
                    Repair.NETWORK,
                    Reading::network,
                    layered -> differing(
                            layered,
                            what -> what.equals(DNSMASQ),
                            "process " + layered.observed().dnsmasq().pid() + " serves DNS and DHCP")),
            Check.of(
                    "resolver",
                    HostNames.NETWORK + "'s raw.dnsmasq, and names in its lease file",
                    "without the pin boxes ask the host's resolvers (a VPN's, a provider's) and learn their names",
                    Repair.NETWORK,
                    Reading::network,
                    layered -> differing(
                            layered,
                            what -> RESOLVER.contains(what) || what.startsWith("names that dnsmasq"),
                            "pinned: " + servers(layered.observed()))),
            Check.of(
                    "acl",
                    "the egress rules of ACL " + HostNames.ACL,
                    "they keep boxes out of private and special address space",
                    Repair.ACL,
                    Reading::acl,
                    layered -> DaemonChecks.changes(
                            layered,
                            layered.observed()
                                            .acl()
                                            .map(acl -> acl.value().egress().size())
                                            .orElse(0)
                                    + " egress rules as shipped; DNS is let through to the live gateway "
                                    + layered.observed().gateway().dotted(),
                            Result.BY_FIX)),
            Check.of(
                    "acl.live",
                    "the kernel's nft rules for that ACL and for NAT",
                    "Incus shows the ACL in its config even when its rules are not in force",
                    Repair.NETWORK,
                    Reading::network,
                    layered -> differing(
                            layered,
                            what -> what.equals(LIVE),
                            layered.observed().xtables()
                                    ? "not read back: Incus uses xtables here"
                                    : "in force in the kernel")));

    private NetworkChecks() {}

    private static Result uplink(Reading.Wires wires) {
        String gateway = Uplink.gateway(wires.routes())
                .map(address -> "the default gateway " + address.dotted() + " is elsewhere")
                .orElse("there is no default gateway");
        return Result.of(
                Uplink.faults(wires),
                gateway,
                "ip -4 addr; then remove the stack that took it: ip addr del" + " ADDRESS dev DEVICE");
    }

    private static Result uplinkInside(List<Reading.InBox> boxes) {
        List<String> faults = new ArrayList<>();
        int asked = 0;
        String first = "";
        for (Reading.InBox box : boxes) {
            asked += box.wires().addresses().isEmpty() ? 0 : 1;
            for (String fault : Uplink.faults(box.wires())) {
                faults.add("in box " + box.box() + " " + fault);
                first = first.isEmpty() ? box.box() : first;
            }
        }
        return Result.of(
                faults,
                boxes.isEmpty()
                        ? "no box is running"
                        : "in order in " + asked + " of " + boxes.size() + " running that could be asked",
                "box exec " + first + " -- sudo ip -4 addr   (then remove the address or the bridge that took it)");
    }

    private static boolean isPlainKey(String what) {
        return !what.equals(DNSMASQ)
                && !what.equals(LIVE)
                && !RESOLVER.contains(what)
                && !what.startsWith("names that");
    }

    private static Result differing(
            Reading.Layered<NetworkLayer.Boxnet> layered, Predicate<String> about, String fine) {
        if (layered.observed().network().isEmpty()) {
            return Result.repairable("there is no network " + HostNames.NETWORK);
        }
        List<Change> mine = layered.changes().stream()
                .filter(change -> about.test(change.what()))
                .toList();
        return DaemonChecks.changes(mine, fine, Result.BY_FIX);
    }

    private static String plan(NetworkLayer.Boxnet boxnet) {
        return boxnet.plan().subnet() + " with NAT, no IPv6, no names, ACL " + HostNames.ACL;
    }

    private static String servers(NetworkLayer.Boxnet boxnet) {
        List<String> servers = new ArrayList<>();
        for (String line : boxnet.wanted().getOrDefault("raw.dnsmasq", "").split("\n")) {
            if (line.startsWith("server=")) {
                servers.add(line.substring("server=".length()));
            }
        }
        return String.join(", ", servers);
    }
}
