package dev.box.drill.oracle;

import dev.box.drill.contract.ProbeKind;
import dev.box.drill.plan.Cell;

/** What each kind of probe puts on the wire, in nft's terms. */
final class Packets {

    /** Whether the address is one of the incoming interface's own. */
    static final String LOCAL_TYPE = "fib type [daddr, iif]";

    private static final int UNUSED_PORT = 20_001;

    private Packets() {}

    static Packet of(Cell cell, String from, String to, int sourcePort) {
        int port = cell.port() == 0 ? UNUSED_PORT : cell.port();
        boolean v6 = to.indexOf(':') >= 0;
        Packet ip = v6 ? Packet.ipv6(to) : Packet.ipv4(from, to.isEmpty() ? "224.0.0.251" : to);
        return switch (cell.spec().kind()) {
            case TCP, SYN -> ip.ports("tcp", sourcePort, port);
            case UDP, SHOUT -> ip.ports("udp", sourcePort, port);
            case DNS -> ip.ports("udp", sourcePort, 53);
            case LLMNR -> ip.ports("udp", sourcePort, 5355);
            case MDNS -> ip.ports("udp", sourcePort, 5353);
            case ICMP -> ip.header("icmp").with("icmp type", "echo-request");
            case ICMP6 -> ip.header("icmpv6").with("icmpv6 type", "echo-request");
            case NEIGHBOUR -> ip.header("icmpv6").with("icmpv6 type", "nd-neighbor-solicit");
            case ROUTER_SOLICIT -> ip.header("icmpv6").with("icmpv6 type", "nd-router-solicit");
            case ROUTER_ADVERT -> ip.header("icmpv6").with("icmpv6 type", "nd-router-advert");
            case DHCP_OFFER -> ip.ports("udp", 67, 68);
            case ARP -> arp(cell);
            default -> Packet.frame("", "0x88b5");
        };
    }

    /** Asked for by RFC 5227: with the sender's MAC, and without an address of its own. */
    private static Packet arp(Cell cell) {
        return Packet.frame("arp", "arp")
                .with("arp operation", "request")
                .with("arp saddr ip", "0.0.0.0")
                .with("arp daddr ip", cell.address());
    }

    /** Whether the prober writes the frame itself, so that it leaves whatever the guest's own stack would do. */
    static boolean isHandMade(ProbeKind kind) {
        return kind == ProbeKind.NEIGHBOUR || kind == ProbeKind.ROUTER_ADVERT || kind == ProbeKind.ROUTER_SOLICIT;
    }
}
