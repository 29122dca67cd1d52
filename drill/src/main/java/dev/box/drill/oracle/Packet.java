package dev.box.drill.oracle;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A packet as nft's expressions ask about it, by keys such as {@code meta iifname}, {@code ip daddr}, {@code tcp dport}. */
final class Packet {

    /** Headers that a packet has or has not; a question about one that it lacks is answered with no. */
    private static final Set<String> HEADERS = Set.of(
            "ip", "ip6", "arp", "tcp", "udp", "icmp", "icmpv6", "udplite", "sctp", "dccp", "vlan", "igmp", "esp");

    private final Map<String, String> fields;
    private final Set<String> headers;

    private Packet(Map<String, String> fields, Set<String> headers) {
        this.fields = fields;
        this.headers = headers;
    }

    static Packet ipv4(String from, String to) {
        Packet packet = new Packet(nowhere(), new java.util.HashSet<>(Set.of("ip")));
        return packet.with("ip saddr", from)
                .with("ip daddr", to)
                .with("ip version", "4")
                .with("meta nfproto", "ipv4")
                .with("meta protocol", "ip")
                .with("ether type", "ip")
                .with("ct state", "new");
    }

    static Packet ipv6(String to) {
        Packet packet = new Packet(nowhere(), new java.util.HashSet<>(Set.of("ip6")));
        return packet.with("ip6 daddr", to)
                .with("ip6 version", "6")
                .with("meta nfproto", "ipv6")
                .with("meta protocol", "ip6")
                .with("ether type", "ip6")
                .with("ct state", "new");
    }

    /** Neither IPv4 nor IPv6; {@code header} is {@code arp}, or empty for one of no known kind. */
    static Packet frame(String header, String type) {
        Set<String> headers = new java.util.HashSet<>();
        if (!header.isEmpty()) {
            headers.add(header);
        }
        return new Packet(nowhere(), headers)
                .with("meta protocol", type)
                .with("ether type", type)
                .with("ct state", "untracked");
    }

    /** A packet that the host sends has come in by no device, and one for the host leaves by none. */
    private static Map<String, String> nowhere() {
        Map<String, String> fields = new HashMap<>();
        fields.put("meta iifname", "");
        fields.put("meta oifname", "");
        return fields;
    }

    /** The same with this header, such as {@code tcp}. */
    Packet header(String name) {
        Packet packet = new Packet(new HashMap<>(fields), new java.util.HashSet<>(headers));
        packet.headers.add(name);
        packet.fields.put("meta l4proto", name.equals("icmpv6") ? "ipv6-icmp" : name);
        return packet;
    }

    Packet with(String key, String value) {
        Packet packet = new Packet(new HashMap<>(fields), headers);
        packet.fields.put(key, value);
        return packet;
    }

    Packet ports(String protocol, int from, int to) {
        return header(protocol)
                .with(protocol + " sport", String.valueOf(from))
                .with(protocol + " dport", String.valueOf(to));
    }

    Optional<String> field(String key) {
        return Optional.ofNullable(fields.get(key));
    }

    /** Whether it certainly has no such header. */
    boolean lacks(String header) {
        return HEADERS.contains(header) && !headers.contains(header);
    }
}
