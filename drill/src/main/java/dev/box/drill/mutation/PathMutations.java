package dev.box.drill.mutation;

import static dev.box.drill.contract.LayerId.ACL;
import static dev.box.drill.contract.LayerId.ACL_INGRESS;
import static dev.box.drill.contract.LayerId.DOORS;
import static dev.box.drill.contract.LayerId.HOST_INPUT;
import static dev.box.drill.contract.LayerId.NAT;
import static dev.box.drill.contract.LayerId.NO_IPV6;
import static dev.box.drill.mutation.Expected.red;

import dev.box.core.host.HostNames;
import dev.box.drill.contract.Contract;
import dev.box.incus.AclRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What boxes may send to and through the host, and get from it. */
final class PathMutations {

    private static final String DROP = "iifname \"" + HostNames.NETWORK + "\" counter drop";
    private static final String BOX = HostNames.TABLE;
    private static final List<String> LAN = List.of("A2.lan.tcp", "A2.lan.udp", "A2.lan.icmp");
    private static final String MULTICAST = "224.0.0.0/4";

    private PathMutations() {}

    static void acl(Mutations table) {
        Expected keptByTable = new Expected.Redundant("table inet box, which drops the same by itself");
        Fault detached = DaemonFaults.network(Map.of("security.acls", ""));
        table.add("acl.detached", Set.of(ACL, ACL_INGRESS), "boxnet has no ACL", detached, keptByTable);
        table.add(
                "forward.empty",
                Set.of(HOST_INPUT),
                "the forward and output chains of table inet box are empty",
                throughTheHost(),
                new Expected.Redundant("the ACL"));
        table.add(
                "acl.detached+table",
                Set.of(ACL, ACL_INGRESS, HOST_INPUT),
                "boxnet has no ACL, and the forward and output chains of table inet box are empty",
                Fault.all(detached, throughTheHost()),
                red("A2.lan.tcp", "A2.lan.udp", "A2.lan.icmp", "A7").may("A2.lan.syn"));
        for (Contract.BlockedRange range : Contract.BLOCKED) {
            String prefix = range.prefix();
            Expected expected = prefix.equals(MULTICAST)
                    ? new Expected.Redundant("the kernel, which forwards no multicast without a multicast router")
                    : new Expected.Red(Pick.rows(prefix, LAN), Pick.rows(prefix, List.of("A2.lan.syn")), List.of());
            table.add(
                    "range." + prefix.replace('/', '-'),
                    Set.of(ACL, HOST_INPUT),
                    "the drops to " + prefix + " are deleted, the ACL's and that of table inet box",
                    withoutRange(prefix),
                    expected);
        }
        table.add(
                "acl.carve-out",
                Set.of(ACL),
                "the ACL's DNS rules name another gateway",
                DaemonFaults.egress(PathMutations::otherGateway),
                new Expected.Redundant("Incus, whose own rules let DNS pass first"));
        Fault admitted = DaemonFaults.network(Map.of("security.acls.default.ingress.action", "allow"));
        table.add(
                "ingress.allow",
                Set.of(ACL_INGRESS),
                "what comes towards a box is allowed by default",
                admitted,
                keptByTable);
        table.add(
                "ingress.allow+table",
                Set.of(ACL_INGRESS, HOST_INPUT),
                "what comes towards a box is allowed by default, and the forward and output chains of table inet box are empty",
                Fault.all(admitted, throughTheHost()),
                red("A7"));
        table.add(
                "nat.off",
                Set.of(NAT),
                "boxnet is not masqueraded",
                DaemonFaults.network(Map.of("ipv4.nat", "false")),
                new Expected.NotJudged(List.of("baseline.address.a")));
    }

    static void input(Mutations table) {
        UnaryOperator<List<String>> wide =
                was -> prepend("iifname \"" + HostNames.NETWORK + "\" fib daddr . iif type local accept", was);
        table.add(
                "carve-out.wide",
                Set.of(HOST_INPUT),
                "the gateway's carve-out admits every port",
                inet(wide),
                new Expected.Redundant("the ACL's drop to the gateway's range"));
        table.add(
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
        table.add(
                "carve-out.none",
                Set.of(HOST_INPUT),
                "the gateway's carve-out for DNS is gone",
                inet(was ->
                        was.stream().filter(rule -> !rule.contains("dport 53")).toList()),
                new Expected.NotJudged(List.of("baseline.name.a")));
        table.add(
                "input.empty",
                Set.of(HOST_INPUT),
                "the input chain of table inet box is empty",
                inet(was -> List.of()),
                red("A2.host.tcp.dns", "A2.host.udp.dns"));
        table.add(
                "input.no-ipv6",
                Set.of(HOST_INPUT),
                "the input chain of table inet box is for IPv4 only",
                inet(PathMutations::onlyIpv4),
                new Expected.Redundant("IPv6 being off on the bridge"));
        Fault noWire = KernelFaults.rules("inet", BOX, "wire", was -> List.of());
        table.add(
                "wire.empty",
                Set.of(HOST_INPUT),
                "what comes over a wire may aim at the host's loopback",
                noWire,
                new Expected.Redundant("the kernel's route_localnet, which is off, and the input drop"));
        table.add(
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

    static void ipv6(Mutations table) {
        Fault on = DaemonFaults.network(Map.of("ipv6.address", "fd42:b0c5:d811::1/64"));
        table.add(
                "ipv6.network",
                Set.of(NO_IPV6),
                "boxnet has IPv6",
                Fault.all(on, GuestFaults.ipv6Forgotten()),
                new Expected.Redundant("table inet box, which lets no router advertisement out and no IPv6 in"));
        table.add(
                "ipv6.network+table",
                Set.of(NO_IPV6, HOST_INPUT),
                "boxnet has IPv6, the input chain of table inet box is for IPv4 only, and its output chain is empty",
                Fault.all(
                        inet(PathMutations::onlyIpv4),
                        KernelFaults.rules("inet", BOX, "output", was -> List.of()),
                        on,
                        GuestFaults.ipv6CameBy()),
                red("A6.state.self", "A6.tcp6.host", "A6.icmp6.host", "A6.rs.host"));
    }

    /** What goes through the host to a box, and what the host itself sends one, meets no rule of table inet box. */
    static Fault throughTheHost() {
        return Fault.all(
                KernelFaults.rules("inet", BOX, "forward", was -> List.of()),
                KernelFaults.rules("inet", BOX, "output", was -> List.of()));
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
}
