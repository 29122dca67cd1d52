package dev.box.drill.mutation;

import static dev.box.drill.contract.LayerId.ACL;
import static dev.box.drill.contract.LayerId.ACL_INGRESS;
import static dev.box.drill.contract.LayerId.BRIDGE_DROP;
import static dev.box.drill.contract.LayerId.DNSMASQ;
import static dev.box.drill.contract.LayerId.DOORS;
import static dev.box.drill.contract.LayerId.HOST_INPUT;
import static dev.box.drill.contract.LayerId.INSTANCE;
import static dev.box.drill.contract.LayerId.KNOWN_CARDS;
import static dev.box.drill.contract.LayerId.MAC_BINDING;
import static dev.box.drill.contract.LayerId.NAMES;
import static dev.box.drill.contract.LayerId.NAT;
import static dev.box.drill.contract.LayerId.NO_IPV6;
import static dev.box.drill.contract.LayerId.PORT_ISOLATION;
import static dev.box.drill.contract.LayerId.RESOLVERS;
import static dev.box.drill.contract.LayerId.SOURCE_FILTER;

import dev.box.core.host.HostNames;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.LayerId;
import dev.box.incus.AclRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Every mutation, declared once: what is broken, and which cells must show it. */
final class Mutations {

    private static final String DROP = "iifname \"" + HostNames.NETWORK + "\" counter drop";
    private static final String BOX = HostNames.TABLE;
    private static final List<String> LAN = List.of("A2.lan.tcp", "A2.lan.udp", "A2.lan.icmp");

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

    private static final String MULTICAST = "224.0.0.0/4";

    private final List<Mutation> all = new ArrayList<>();

    private Mutations() {}

    /**
     * All of them.
     *
     * @param publicName a name that keeps resolving while the resolvers are unpinned
     * @param vpnResolver the host's VPN resolver; empty if there is none, then nothing can be unpinned to it
     * @param lanAddress the host's address on the LAN; empty if it has none, then no door can stand there
     */
    static List<Mutation> all(String publicName, String vpnResolver, String lanAddress) {
        Mutations table = new Mutations();
        table.siblings();
        table.acl();
        table.input();
        table.names(publicName, vpnResolver);
        table.ipv6();
        table.pretence();
        if (!lanAddress.isEmpty()) {
            table.doors(lanAddress);
        }
        table.instruments();
        return List.copyOf(table.all);
    }

    static Optional<Mutation> byId(String id) {
        return all("", "-", "-").stream().filter(one -> one.id().equals(id)).findFirst();
    }

    private void siblings() {
        Expected keptByBridge = new Expected.Redundant("the drop in table bridge box");
        add(
                "port-isolation.kernel",
                Set.of(PORT_ISOLATION),
                "the 'isolated' flag of the boxes' ports is off",
                KernelFaults.isolationOff(),
                keptByBridge);
        add(
                "port-isolation.profile",
                Set.of(PORT_ISOLATION),
                "security.port_isolation is off in the profile",
                DaemonFaults.nic("security.port_isolation", "false"),
                keptByBridge);
        add(
                "bridge-drop",
                Set.of(BRIDGE_DROP),
                "the drop in table bridge box is deleted",
                noBridgeDrop(),
                new Expected.Redundant("isolated ports"));
        add(
                "siblings",
                Set.of(PORT_ISOLATION, BRIDGE_DROP),
                "isolated ports and the bridge drop are both gone; the source filter still stops strange frames",
                Fault.all(KernelFaults.isolationOff(), noBridgeDrop(), GuestFaults.ipv6Forgotten()),
                new Expected.Red(rows(SIBLINGS, OVER_IP), List.of(), List.of())
                        .may("A4.resolver.name", "A6.state.self", "A6.rs.host")
                        .refused("A3.tcp.sibling"));
        add(
                "siblings+filter",
                Set.of(PORT_ISOLATION, BRIDGE_DROP, SOURCE_FILTER),
                "isolated ports, the bridge drop and the source filter are all gone",
                Fault.all(
                        KernelFaults.isolationOff(),
                        noBridgeDrop(),
                        KernelFaults.neighboursForgotten(),
                        KernelFaults.noSourceFilter(),
                        GuestFaults.ipv6Forgotten()),
                new Expected.Red(rows(SIBLINGS, List.of("A3")), List.of(), List.of())
                        .may("A4.resolver.name", "A6.state.self", "A6.rs.host", "A8")
                        .refused("A3.tcp.sibling"));
    }

    private void acl() {
        Expected keptByTable = new Expected.Redundant("table inet box, which drops the same by itself");
        Fault detached = DaemonFaults.network(Map.of("security.acls", ""));
        Fault forwards = KernelFaults.rules("inet", BOX, "forward", was -> List.of());
        Fault sends = KernelFaults.rules("inet", BOX, "output", was -> List.of());
        add("acl.detached", Set.of(ACL, ACL_INGRESS), "boxnet has no ACL", detached, keptByTable);
        add(
                "forward.empty",
                Set.of(HOST_INPUT),
                "the forward and output chains of table inet box are empty",
                Fault.all(forwards, sends),
                new Expected.Redundant("the ACL"));
        add(
                "acl.detached+table",
                Set.of(ACL, ACL_INGRESS, HOST_INPUT),
                "boxnet has no ACL, and the forward and output chains of table inet box are empty",
                Fault.all(detached, forwards, sends),
                red("A2.lan.tcp", "A2.lan.udp", "A2.lan.icmp", "A7").may("A2.lan.syn"));
        for (Contract.BlockedRange range : Contract.BLOCKED) {
            String prefix = range.prefix();
            Expected expected = prefix.equals(MULTICAST)
                    ? new Expected.Redundant("the kernel, which forwards no multicast without a multicast router")
                    : new Expected.Red(Pick.rows(prefix, LAN), Pick.rows(prefix, List.of("A2.lan.syn")), List.of());
            add(
                    "range." + prefix.replace('/', '-'),
                    Set.of(ACL, HOST_INPUT),
                    "the drops to " + prefix + " are deleted, the ACL's and that of table inet box",
                    withoutRange(prefix),
                    expected);
        }
        add(
                "acl.carve-out",
                Set.of(ACL),
                "the ACL's DNS rules name another gateway",
                DaemonFaults.egress(Mutations::otherGateway),
                new Expected.Redundant("Incus, whose own rules let DNS pass first"));
        Fault admitted = DaemonFaults.network(Map.of("security.acls.default.ingress.action", "allow"));
        add(
                "ingress.allow",
                Set.of(ACL_INGRESS),
                "what comes towards a box is allowed by default",
                admitted,
                keptByTable);
        add(
                "ingress.allow+table",
                Set.of(ACL_INGRESS, HOST_INPUT),
                "what comes towards a box is allowed by default, and the forward and output chains of table inet box are empty",
                Fault.all(admitted, forwards, sends),
                red("A7"));
        add(
                "nat.off",
                Set.of(NAT),
                "boxnet is not masqueraded",
                DaemonFaults.network(Map.of("ipv4.nat", "false")),
                new Expected.NotJudged(List.of("baseline.address.a")));
    }

    private void input() {
        UnaryOperator<List<String>> wide =
                was -> prepend("iifname \"" + HostNames.NETWORK + "\" fib daddr . iif type local accept", was);
        add(
                "carve-out.wide",
                Set.of(HOST_INPUT),
                "the gateway's carve-out admits every port",
                inet(wide),
                new Expected.Redundant("the ACL's drop to the gateway's range"));
        add(
                "carve-out.wide+range",
                Set.of(HOST_INPUT, ACL),
                "the gateway's carve-out admits every port, and nothing drops 10.0.0.0/8 any more",
                Fault.all(inet(wide), withoutRange("10.0.0.0/8")),
                new Expected.Red(
                        Pick.rows(
                                "10.0.0.0/8",
                                List.of(
                                        "A2.host.tcp.served",
                                        "A2.host.tcp.closed",
                                        "A2.host.udp.served",
                                        "A2.host.udp.closed",
                                        "A2.host.icmp",
                                        "A2.lan.tcp",
                                        "A2.lan.udp",
                                        "A2.lan.icmp")),
                        List.of(),
                        Pick.rows("10.0.0.0/8", List.of("A2.host.tcp.closed"))));
        add(
                "carve-out.none",
                Set.of(HOST_INPUT),
                "the gateway's carve-out for DNS is gone",
                inet(was ->
                        was.stream().filter(rule -> !rule.contains("dport 53")).toList()),
                new Expected.NotJudged(List.of("baseline.name.a")));
        add(
                "input.empty",
                Set.of(HOST_INPUT),
                "the input chain of table inet box is empty",
                inet(was -> List.of()),
                red("A2.host.tcp.dns", "A2.host.udp.dns"));
        add(
                "input.no-ipv6",
                Set.of(HOST_INPUT),
                "the input chain of table inet box is for IPv4 only",
                inet(Mutations::onlyIpv4),
                new Expected.Redundant("IPv6 being off on the bridge"));
        Fault noWire = KernelFaults.rules("inet", BOX, "wire", was -> List.of());
        add(
                "wire.empty",
                Set.of(HOST_INPUT),
                "what comes over a wire may aim at the host's loopback",
                noWire,
                new Expected.Redundant("the kernel's route_localnet, which is off, and the input drop"));
        add(
                "route-localnet",
                Set.of(HOST_INPUT, DOORS),
                "route_localnet is on, and both the drop before routing and the input drop are gone",
                Fault.all(
                        KernelFaults.setting("/proc/sys/net/ipv4/conf/" + HostNames.NETWORK + "/route_localnet", "1"),
                        noWire,
                        inet(was ->
                                was.stream().filter(rule -> !rule.equals(DROP)).toList())),
                red("A2.host.loopback", "A2.host.tcp.dns", "A2.host.udp.dns"));
    }

    private void names(String publicName, String vpnResolver) {
        add(
                "dns.managed",
                Set.of(NAMES),
                "dns.mode is managed",
                Fault.all(DaemonFaults.network(Map.of("dns.mode", "managed")), GuestFaults.renewLeases()),
                red("A4.dns.name", "A4.dns.incus", "A4.dns.reverse").may("A4.resolver.name"));
        add(
                "dns.lease-names",
                Set.of(NAMES, RESOLVERS),
                "dnsmasq takes names from leases",
                Fault.all(
                        DaemonFaults.dnsmasqLines(line -> line.equals("dhcp-ignore-names"), List.of()),
                        GuestFaults.renewLeases()),
                red("A4.dns.name", "A4.dns.reverse").may("A4.resolver.name"));
        add(
                "dns.hosts",
                Set.of(NAMES, RESOLVERS),
                "dnsmasq serves the host's /etc/hosts",
                DaemonFaults.dnsmasqLines(line -> line.equals("no-hosts"), List.of()),
                red("A4.dns.hosts"));
        if (!vpnResolver.isEmpty()) {
            add(
                    "dns.unpinned",
                    Set.of(NAMES, RESOLVERS),
                    "dnsmasq asks the resolvers of the host, which has a VPN's",
                    Fault.all(
                            KernelFaults.file("/etc/resolv.conf", "nameserver " + vpnResolver + "\n"),
                            DaemonFaults.dnsmasqLines(
                                    line -> line.equals("no-resolv") || line.startsWith("server="),
                                    List.of("server=/" + publicName + "/1.1.1.1"))),
                    red("A5.dns.vpn"));
        }
    }

    private void ipv6() {
        Fault on = DaemonFaults.network(Map.of("ipv6.address", "fd42:b0c5:d811::1/64"));
        add(
                "ipv6.network",
                Set.of(NO_IPV6),
                "boxnet has IPv6",
                Fault.all(on, GuestFaults.ipv6Forgotten()),
                new Expected.Redundant("table inet box, which lets no router advertisement out and no IPv6 in"));
        add(
                "ipv6.network+table",
                Set.of(NO_IPV6, HOST_INPUT),
                "boxnet has IPv6, the input chain of table inet box is for IPv4 only, and its output chain is empty",
                Fault.all(
                        inet(Mutations::onlyIpv4),
                        KernelFaults.rules("inet", BOX, "output", was -> List.of()),
                        on,
                        GuestFaults.ipv6CameBy()),
                red("A6.state.self", "A6.tcp6.host", "A6.icmp6.host", "A6.rs.host"));
    }

    private void pretence() {
        add(
                "source-filter",
                Set.of(SOURCE_FILTER),
                "the boxes' ports have no MAC filter and no IPv4 filter; they are still bound to their MACs",
                Fault.all(KernelFaults.neighboursForgotten(), KernelFaults.noSourceFilter()),
                new Expected.Red(
                        List.of(new Pick("A8.address", "", true), Pick.some("A8.claim.sibling")),
                        List.of(),
                        List.of()));
        add(
                "source-filter+binding",
                Set.of(SOURCE_FILTER, MAC_BINDING),
                "the boxes' ports have no MAC filter and no IPv4 filter, and are not bound to their MACs",
                Fault.all(KernelFaults.neighboursForgotten(), KernelFaults.noSourceFilter(), KernelFaults.unbound()),
                new Expected.Red(
                        List.of(
                                new Pick("A8.mac", "", true),
                                new Pick("A8.address", "", true),
                                Pick.some("A8.claim.sibling")),
                        List.of(),
                        List.of()));
        add(
                "mac-binding",
                Set.of(MAC_BINDING),
                "the boxes' ports are not bound to their MACs",
                KernelFaults.unbound(),
                new Expected.Redundant(
                        "Incus's filter, for single frames; A8.flood.sibling takes the binding away itself"));
        add(
                "dhcp.strangers",
                Set.of(NAMES, RESOLVERS, KNOWN_CARDS),
                "dnsmasq gives leases to any card",
                DaemonFaults.dnsmasqLines(line -> line.startsWith("dhcp-ignore="), List.of()),
                red("A9.dhcp.stranger"));
        add(
                "instance.devices",
                Set.of(INSTANCE),
                "the boxes have got a directory and a memory device of the host",
                DaemonFaults.hostDevices(),
                red("A11.mounts.self", "A11.devices.self"));
    }

    /** A door as it should be turns nothing red: that is what phase E is for. */
    private void doors(String lanAddress) {
        Fault open = Fault.all(
                KernelFaults.rules("inet", BOX, "forward", was -> List.of()),
                KernelFaults.rules("inet", BOX, "output", was -> List.of()));
        add(
                "door.lan",
                Set.of(DOORS),
                "a door stands on the host's address on the LAN",
                DoorFaults.onTheLan(lanAddress),
                // nobody else gets in, because the ACL's rule admits the host's loopback only; and the loopback has no
                // door
                red("A10.tcp.door"));
        add(
                "door.wide",
                Set.of(DOORS),
                "a door's rule admits everybody to every port of its box",
                DoorFaults.wide(),
                new Expected.Redundant("table inet box, which lets nothing through that is no answer"));
        add(
                "door.wide+table",
                Set.of(DOORS, HOST_INPUT),
                "a door's rule admits everybody to every port of its box, and the forward and output chains of table inet box"
                        + " are empty",
                Fault.all(DoorFaults.wide(), open),
                // on its way from the LAN to the box, what came through a door looks like what came past it
                red("A10.tcp.direct", "A10.tcp.beside", "A10.tcp.lan-direct").may("A7", "A10.tcp.lan"));
        add(
                "door.lan+wide+table",
                Set.of(DOORS, HOST_INPUT),
                "a door stands on the host's address on the LAN, its rule admits everybody, and the forward and output chains"
                        + " of table inet box are empty",
                Fault.all(DoorFaults.onTheLanAndWide(lanAddress), open),
                red("A10.tcp.lan", "A10.tcp.direct", "A10.tcp.beside", "A10.tcp.lan-direct")
                        .may("A7", "A10.tcp.door"));
    }

    /** Without an instrument there is no verdict; a drill that gives one anyway is the worst of all. */
    private void instruments() {
        add(
                "dnsmasq.dead",
                Set.of(DNSMASQ),
                "dnsmasq is killed",
                KernelFaults.dnsmasqDead(),
                new Expected.NotJudged(List.of("dnsmasq", "baseline.name.a")));
        add(
                "prober.missing",
                Set.of(),
                "the first box has no interpreter for the prober",
                GuestFaults.noInterpreter(),
                new Expected.NotJudged(List.of("baseline.address.a")));
        add(
                "clone.twin",
                Set.of(),
                "the second box has the machine-id of the first, as a copy without an identity of its own",
                GuestFaults.twin(),
                new Expected.NotJudged(List.of("identities")));
    }

    private static Fault noBridgeDrop() {
        return KernelFaults.rules("bridge", BOX, "forward", was -> List.of());
    }

    private static Fault inet(UnaryOperator<List<String>> change) {
        return KernelFaults.rules("inet", BOX, "input", change);
    }

    private static Fault withoutRange(String prefix) {
        return Fault.all(
                DaemonFaults.egress(was -> was.stream()
                        .filter(rule -> !rule.destination().equals(prefix))
                        .toList()),
                KernelFaults.rules(
                        "inet",
                        BOX,
                        "forward",
                        was -> was.stream()
                                .filter(rule -> !rule.contains(" ip daddr " + prefix + " "))
                                .toList()));
    }

    /** Every rule that is not about IPv4 already is made so. */
    private static List<String> onlyIpv4(List<String> was) {
        return was.stream()
                .map(rule -> rule.equals(DROP) ? rule.replace(" counter", " meta nfproto ipv4 counter") : rule)
                .toList();
    }

    private static List<AclRule> otherGateway(List<AclRule> was) {
        return was.stream()
                .map(rule -> rule.action().equals("allow")
                        ? new AclRule(
                                rule.action(),
                                rule.source(),
                                "10.254.254.254/32",
                                rule.protocol(),
                                rule.sourcePort(),
                                rule.destinationPort(),
                                rule.icmpType(),
                                rule.icmpCode(),
                                rule.description(),
                                rule.state())
                        : rule)
                .toList();
    }

    private static List<String> prepend(String rule, List<String> was) {
        List<String> rules = new ArrayList<>(List.of(rule));
        rules.addAll(was);
        return rules;
    }

    private static List<Pick> rows(List<String> some, List<String> others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(others);
        return Pick.rows("", all);
    }

    private static Expected.Red red(String... rows) {
        return new Expected.Red(Pick.rows(rows), List.of(), List.of());
    }

    private void add(String id, Set<LayerId> layers, String what, Fault fault, Expected expected) {
        all.add(new Mutation(id, layers, what, fault, expected));
    }
}
