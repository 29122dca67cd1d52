package dev.box.drill.oracle;

import dev.box.core.net.BridgePort;
import dev.box.core.net.Cidr;
import dev.box.core.net.Route;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All that the oracle goes by, read at one moment.
 *
 * @param nft the live ruleset
 * @param ports boxnet's ports with their flags
 * @param routes IPv4, every table
 * @param switches the kernel's
 * @param names what the gateway's name service was started with
 */
record LiveRules(Netfilter nft, List<BridgePort> ports, List<Route> routes, Switches switches, NameService names) {

    /**
     * Kernel switches, from {@code /proc/sys}.
     *
     * @param forwards {@code net.ipv4.ip_forward}
     * @param routesLoopback {@code route_localnet} of boxnet or of all devices
     * @param ipv6 whether boxnet speaks IPv6 at all
     * @param forwardsIpv6 {@code net.ipv6.conf.all.forwarding}
     * @param bridgeAsksInet {@code bridge-nf-call-iptables}: whether inet rules also see frames between ports
     */
    record Switches(
            boolean forwards, boolean routesLoopback, boolean ipv6, boolean forwardsIpv6, boolean bridgeAsksInet) {}

    /** The most specific route to an address; the local table counts as any other. */
    Optional<Route> route(String address) {
        Cidr target = Cidr.of(address);
        return routes.stream()
                .filter(route -> route.destination().contains(target))
                .max(Comparator.<Route>comparingInt(route -> route.destination().prefix())
                        .thenComparingInt(route -> route.type().equals("local") ? 1 : 0));
    }

    Optional<BridgePort> port(String device) {
        return ports.stream().filter(port -> port.device().equals(device)).findFirst();
    }
}
