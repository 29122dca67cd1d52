package dev.box.core.host;

import dev.box.core.net.BridgePort;
import dev.box.core.net.Cidr;
import dev.box.core.net.DnsmasqFacts;
import dev.box.core.net.LocalAddress;
import dev.box.core.net.Route;
import dev.box.core.net.Ruleset;
import dev.box.incus.Deadline;
import dev.box.incus.Instance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One reading of the host from the kernel: what the drill aims at and what it counts on.
 *
 * @param addresses every address, both families
 * @param routes every IPv4 route
 * @param defaultGateway the uplink's next hop, if there is one
 * @param gateway boxnet's live address with its prefix, if the bridge exists
 * @param ports boxnet's ports
 * @param dnsmasq who serves boxnet
 * @param rules the live firewall
 */
public record HostFacts(
        List<LocalAddress> addresses,
        List<Route> routes,
        Optional<Cidr> defaultGateway,
        Optional<Cidr> gateway,
        List<BridgePort> ports,
        DnsmasqFacts dnsmasq,
        Ruleset rules) {

    public HostFacts {
        addresses = List.copyOf(addresses);
        routes = List.copyOf(routes);
        ports = List.copyOf(ports);
    }

    /** Reads it all; needs root for the firewall and for seeing dnsmasq's process. */
    public static HostFacts read(Host host, Deadline deadline) {
        Optional<Cidr> gateway = host.kernel().addressOf(HostNames.NETWORK, deadline);
        return new HostFacts(
                host.kernel().addresses(deadline),
                host.kernel().routes(deadline),
                host.kernel().defaultGateway(deadline),
                gateway,
                host.kernel().ports(HostNames.NETWORK, deadline),
                gateway.isEmpty()
                        ? new DnsmasqFacts(0, false, false)
                        : host.kernel().dnsmasq(HostNames.NETWORK, gateway.get(), deadline),
                host.nft().live(deadline));
    }

    /**
     * Which instance each port belongs to, by the host interface that Incus recorded for its NICs. A port that is not in
     * the map was attached by someone else.
     *
     * @param instances of all projects, since ports of all projects share the bridge
     */
    public static Map<String, Instance> owners(List<BridgePort> ports, List<Instance> instances) {
        Map<String, Instance> owners = new LinkedHashMap<>();
        Nic.behind(ports, instances).forEach((port, nic) -> owners.put(port, nic.instance()));
        return owners;
    }
}
