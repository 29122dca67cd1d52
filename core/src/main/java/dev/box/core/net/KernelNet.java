package dev.box.core.net;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The host's network as the kernel has it, over netlink ({@code ip}, {@code ss}); never what a daemon says it configured.
 * Netlink and not {@code /proc/net/route}, because that file shows the main table only and a VPN's routes are elsewhere.
 */
public final class KernelNet {

    private static final String IPROUTE = "install iproute2: sudo apt-get install iproute2";

    private final Machine machine;

    public KernelNet(Machine machine) {
        this.machine = machine;
    }

    /** Every IPv4 route of every table, the local one included. */
    public List<Route> routes(Deadline deadline) {
        return parseRoutes(print(deadline, "ip", "-j", "-4", "route", "show", "table", "all"));
    }

    /** Every address, both families, loopback included. */
    public List<LocalAddress> addresses(Deadline deadline) {
        return parseAddresses(print(deadline, "ip", "-j", "addr", "show"));
    }

    /** The next hop of the default route, if the machine has one. */
    public Optional<Cidr> defaultGateway(Deadline deadline) {
        for (Route route : routes(deadline)) {
            if (route.isDefault() && route.gateway().isPresent()) {
                return route.gateway();
            }
        }
        return Optional.empty();
    }

    /** The first IPv4 address of an interface with its prefix, e.g. {@code 10.88.0.1/24}; empty if there is no such interface. */
    public Optional<Cidr> addressOf(String device, Deadline deadline) {
        for (LocalAddress address : addresses(deadline)) {
            if (address.device().equals(device) && !address.v6()) {
                return Cidr.parse(address.address() + "/" + address.prefix());
            }
        }
        return Optional.empty();
    }

    /** The ports of a bridge; empty if there is no such bridge. */
    public List<BridgePort> ports(String bridge, Deadline deadline) {
        Subprocess.Result result = machine.command("ip", "-j", "-d", "link", "show", "master", bridge)
                .run(deadline);
        if (!result.ok()) {
            if (result.stderr().contains("does not exist")) {
                return List.of();
            }
            throw new BoxFailure.Failed("reading the ports of " + bridge, result.complaint(), IPROUTE);
        }
        return parsePorts(result.stdout());
    }

    /** Bridges that have ports, without the named one. */
    public List<String> otherBridgesInUse(String except, Deadline deadline) {
        List<String> found = new ArrayList<>();
        for (Map<String, Object> link :
                JsonTree.objects(print(deadline, "ip", "-j", "-d", "link", "show"), "ip -j link")) {
            String master = JsonTree.text(link, "master");
            boolean bridged = JsonTree.text(JsonTree.object(link.get("linkinfo")), "info_slave_kind")
                    .equals("bridge");
            if (bridged && !master.equals(except) && !found.contains(master)) {
                found.add(master);
            }
        }
        return found;
    }

    /** Sets a port's {@code isolated} flag in the kernel. */
    public void isolate(String port, boolean on, Deadline deadline) {
        machine.command("ip", "link", "set", "dev", port, "type", "bridge_slave", "isolated", on ? "on" : "off")
                .orFail("setting the isolated flag of " + port, IPROUTE, deadline);
    }

    /** Who holds the DNS socket of the gateway's address and the DHCP socket of the bridge. */
    public DnsmasqFacts dnsmasq(String bridge, Cidr gateway, Deadline deadline) {
        return parseSockets(print(deadline, "ss", "-Hlnup"), bridge, gateway.dotted());
    }

    /** Everything that uses IPv4 space here, without what the named bridge itself uses. */
    public List<Claim> claims(String exceptDevice, Deadline deadline) {
        return claims(routes(deadline), addresses(deadline), exceptDevice);
    }

    /**
     * A route wider than /8 says how to get out (a default route, or the halves and eighths that VPN clients split one
     * into), not that someone owns that space; everything else counts, next hops included.
     */
    static List<Claim> claims(List<Route> routes, List<LocalAddress> addresses, String exceptDevice) {
        List<Claim> claims = new ArrayList<>();
        for (Route route : routes) {
            if (route.device().equals(exceptDevice) || !route.type().equals("unicast") && !isRefusal(route)) {
                continue;
            }
            String through =
                    route.device().isEmpty() ? "a " + route.type() + " route" : "a route through " + route.device();
            if (route.destination().prefix() >= 8) {
                claims.add(new Claim(route.destination(), through, route.device()));
            }
            if (route.gateway().isPresent()) {
                claims.add(new Claim(route.gateway().get(), "the next hop of " + through, route.device()));
            }
        }
        for (LocalAddress address : addresses) {
            if (!address.v6() && !address.device().equals(exceptDevice)) {
                Cidr space = Cidr.of(address.address() + "/" + address.prefix());
                claims.add(new Claim(space, "an address of " + address.device(), address.device()));
            }
        }
        return claims;
    }

    private static boolean isRefusal(Route route) {
        return switch (route.type()) {
            case "blackhole", "unreachable", "prohibit" -> true;
            default -> false;
        };
    }

    /** Reads what {@code ip -j route} printed, here or in a box. */
    public static List<Route> parseRoutes(String json) {
        List<Route> routes = new ArrayList<>();
        for (Map<String, Object> entry : JsonTree.objects(json, "ip -j route")) {
            String destination = JsonTree.text(entry, "dst");
            Optional<Cidr> cidr = Cidr.parse(destination.equals("default") ? "0.0.0.0/0" : destination);
            String type = JsonTree.text(entry, "type");
            if (cidr.isPresent()) {
                routes.add(new Route(
                        cidr.get(),
                        Cidr.parse(JsonTree.text(entry, "gateway")),
                        JsonTree.text(entry, "dev"),
                        type.isEmpty() ? "unicast" : type));
            }
        }
        return routes;
    }

    /** Reads what {@code ip -j addr} printed, here or in a box. */
    public static List<LocalAddress> parseAddresses(String json) {
        List<LocalAddress> addresses = new ArrayList<>();
        for (Map<String, Object> link : JsonTree.objects(json, "ip -j addr")) {
            for (Map<String, Object> info : JsonTree.objects(link.get("addr_info"))) {
                addresses.add(new LocalAddress(
                        JsonTree.text(link, "ifname"),
                        JsonTree.text(info, "local"),
                        JsonTree.number(info, "prefixlen"),
                        JsonTree.text(info, "scope"),
                        JsonTree.text(info, "family").equals("inet6")));
            }
        }
        return addresses;
    }

    static List<BridgePort> parsePorts(String json) {
        List<BridgePort> ports = new ArrayList<>();
        for (Map<String, Object> link : JsonTree.objects(json, "ip -j link")) {
            Map<String, Object> info = JsonTree.object(link.get("linkinfo"));
            Map<String, Object> slave = JsonTree.object(info.get("info_slave_data"));
            ports.add(new BridgePort(
                    JsonTree.text(link, "ifname"),
                    JsonTree.text(info, "info_kind"),
                    JsonTree.text(link, "address"),
                    Boolean.TRUE.equals(slave.get("isolated"))));
        }
        return ports;
    }

    /** Lines such as {@code UNCONN 0 0 0.0.0.0%boxnet:67 0.0.0.0:* users:(("dnsmasq",pid=409,fd=4))}. */
    static DnsmasqFacts parseSockets(String lines, String bridge, String gateway) {
        long pid = 0;
        boolean dns = false;
        boolean dhcp = false;
        for (String line : lines.split("\n")) {
            boolean dnsLine =
                    line.contains(" " + gateway + ":53 ") || line.contains(" " + gateway + "%" + bridge + ":53 ");
            boolean dhcpLine = line.contains("%" + bridge + ":67 ");
            if (dnsLine || dhcpLine) {
                dns |= dnsLine;
                dhcp |= dhcpLine;
                pid = Math.max(pid, pidOf(line));
            }
        }
        return new DnsmasqFacts(pid, dns, dhcp);
    }

    private static long pidOf(String line) {
        int at = line.indexOf("pid=");
        int end = at < 0 ? -1 : line.indexOf(',', at);
        return end < 0 ? 0 : Long.parseLong(line.substring(at + 4, end));
    }

    private String print(Deadline deadline, String... command) {
        return machine.command(command)
                .orFail("reading the kernel's network state", IPROUTE, deadline)
                .stdout();
    }
}
