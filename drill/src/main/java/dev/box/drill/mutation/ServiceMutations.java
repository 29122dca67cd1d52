package dev.box.drill.mutation;

import static dev.box.drill.contract.LayerId.DNSMASQ;
import static dev.box.drill.contract.LayerId.DOORS;
import static dev.box.drill.contract.LayerId.HOST_INPUT;
import static dev.box.drill.contract.LayerId.NAMES;
import static dev.box.drill.contract.LayerId.RESOLVERS;
import static dev.box.drill.mutation.Expected.red;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What serves boxes: names, doors, and the instruments of the drill itself. */
final class ServiceMutations {

    private ServiceMutations() {}

    static void names(Mutations table, String publicName, String vpnResolver) {
        table.add(
                "dns.managed",
                Set.of(NAMES),
                "dns.mode is managed",
                Fault.all(DaemonFaults.network(Map.of("dns.mode", "managed")), GuestFaults.renewLeases()),
                red("A4.dns.name", "A4.dns.incus", "A4.dns.reverse").may("A4.resolver.name"));
        table.add(
                "dns.lease-names",
                Set.of(NAMES, RESOLVERS),
                "dnsmasq takes names from leases",
                Fault.all(
                        DaemonFaults.dnsmasqLines(line -> line.equals("dhcp-ignore-names"), List.of()),
                        GuestFaults.renewLeases()),
                red("A4.dns.name", "A4.dns.reverse").may("A4.resolver.name"));
        table.add(
                "dns.hosts",
                Set.of(NAMES, RESOLVERS),
                "dnsmasq serves the host's /etc/hosts",
                DaemonFaults.dnsmasqLines(line -> line.equals("no-hosts"), List.of()),
                red("A4.dns.hosts"));
        if (!vpnResolver.isEmpty()) {
            table.add(
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

    /** A door as it should be turns nothing red: that is what phase E is for. */
    static void doors(Mutations table, String lanAddress) {
        Fault open = PathMutations.throughTheHost();
        table.add(
                "door.lan",
                Set.of(DOORS),
                "a door stands on the host's address on the LAN",
                DoorFaults.onTheLan(lanAddress),
                // nobody else gets in, because the ACL's rule admits the host's loopback only; and the loopback has no
                // door
                red("A10.tcp.door"));
        table.add(
                "door.wide",
                Set.of(DOORS),
                "a door's rule admits everybody to every port of its box",
                DoorFaults.wide(),
                new Expected.Redundant("table inet box, which lets nothing through that is no answer"));
        table.add(
                "door.wide+table",
                Set.of(DOORS, HOST_INPUT),
                "a door's rule admits everybody to every port of its box, and the forward and output chains of table inet box"
                        + " are empty",
                Fault.all(DoorFaults.wide(), open),
                // on its way from the LAN to the box, what came through a door looks like what came past it
                red("A10.tcp.direct", "A10.tcp.beside", "A10.tcp.lan-direct").may("A7", "A10.tcp.lan"));
        table.add(
                "door.lan+wide+table",
                Set.of(DOORS, HOST_INPUT),
                "a door stands on the host's address on the LAN, its rule admits everybody, and the forward and output chains"
                        + " of table inet box are empty",
                Fault.all(DoorFaults.onTheLanAndWide(lanAddress), open),
                red("A10.tcp.lan", "A10.tcp.direct", "A10.tcp.beside", "A10.tcp.lan-direct")
                        .may("A7", "A10.tcp.door"));
    }

    /** Without an instrument there is no verdict; a drill that gives one anyway is the worst of all. */
    static void instruments(Mutations table) {
        table.add(
                "dnsmasq.dead",
                Set.of(DNSMASQ),
                "dnsmasq is killed",
                KernelFaults.dnsmasqDead(),
                new Expected.NotJudged(List.of("dnsmasq", "baseline.name.a")));
        table.add(
                "prober.missing",
                Set.of(),
                "the first box has no interpreter for the prober",
                GuestFaults.noInterpreter(),
                new Expected.NotJudged(List.of("baseline.address.a")));
        table.add(
                "clone.twin",
                Set.of(),
                "the second box has the machine-id of the first, as a copy without an identity of its own",
                GuestFaults.twin(),
                new Expected.NotJudged(List.of("identities")));
    }
}
