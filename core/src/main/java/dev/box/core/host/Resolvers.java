package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.net.Cidr;
import java.util.ArrayList;
import java.util.List;

/** What boxnet's dnsmasq is told beyond Incus's own options. */
final class Resolvers {

    /**
     * Only the pinned resolvers, and nothing about other boxes or the host. {@code dns.mode=none} is not enough: measured
     * on Incus 6.0.4, dnsmasq still answered a sibling's bare name and the PTR of its address from the name that the
     * guest sent with its DHCP request, hence {@code dhcp-ignore-names}. {@code bogus-priv} and {@code local} keep
     * questions about private addresses and {@code .incus} from travelling to the resolvers, {@code no-ident} keeps
     * cache statistics, which tell of other boxes' activity, to itself. {@code dhcp-ignore} gives leases only to cards
     * that Incus has written down, which it does for every NIC with an IPv4 filter: else one box could use up all leases.
     */
    private static final List<String> OPTIONS = List.of(
            "no-resolv",
            "no-hosts",
            "dhcp-ignore-names",
            "dhcp-ignore=tag:!known",
            "bogus-priv",
            "domain-needed",
            "no-ident",
            "local=/incus/");

    private Resolvers() {}

    /**
     * The value of {@code raw.dnsmasq}.
     *
     * @param boxDns the setting: IPv4 addresses, comma-separated, in the order of preference
     */
    static String rawDnsmasq(String boxDns) {
        List<String> lines = new ArrayList<>(OPTIONS);
        for (String part : boxDns.split(",")) {
            String server = part.strip();
            if (server.indexOf('/') >= 0 || Cidr.parse(server).isEmpty()) {
                throw new BoxFailure.Refused(
                        "reading BOX_DNS=" + boxDns,
                        "'" + server + "' is not an IPv4 address",
                        "name one or more resolvers, e.g. BOX_DNS=1.1.1.1,8.8.8.8");
            }
            lines.add("server=" + server);
        }
        return String.join("\n", lines);
    }
}
