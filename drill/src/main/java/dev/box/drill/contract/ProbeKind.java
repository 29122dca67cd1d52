package dev.box.drill.contract;

/** How a probe knocks. {@link #wire} is the word that the prober in the guest knows. */
public enum ProbeKind {
    TCP("tcp", "TCP"),
    UDP("udp", "UDP"),
    ICMP("icmp", "ICMP echo"),
    ARP("arp", "ARP who-has"),
    ETHER("ether", "a frame of ethertype 0x88b5"),
    SHOUT("shout", "UDP broadcast or multicast"),
    SYN("syn", "a hand-made TCP SYN"),
    SYN_AS_MAC("syn-mac", "a TCP SYN from another's MAC"),
    SYN_AS_ADDRESS("syn-address", "a TCP SYN from another address"),
    CLAIM("claim", "a claim to another's address by ARP"),
    DHCP_OFFER("dhcp-offer", "a rogue DHCP offer"),
    DHCP_STRANGER("dhcp-stranger", "a DHCP request for a card that there is not"),
    GUEST_MOUNTS("guest-mounts", "mounts in the guest"),
    GUEST_IDMAP("guest-idmap", "the guest's id map"),
    GUEST_DEVICES("guest-devices", "device nodes in the guest"),
    GUEST_API("guest-api", "Incus's guest API"),
    ICMP6("icmp6", "ICMPv6 echo"),
    NEIGHBOUR("ns", "IPv6 neighbour solicitation"),
    ROUTER_SOLICIT("rs", "IPv6 router solicitation"),
    ROUTER_ADVERT("ra", "a rogue IPv6 router advertisement"),
    IPV6_STATE("ipv6-state", "IPv6 addresses and routes that came by"),
    DNS("dns", "a DNS query"),
    LLMNR("llmnr", "an LLMNR query"),
    MDNS("mdns", "an mDNS query"),
    RESOLVE("resolve", "the guest's own resolver");

    private final String wire;
    private final String words;

    ProbeKind(String wire, String words) {
        this.wire = wire;
        this.words = words;
    }

    public String wire() {
        return wire;
    }

    public String words() {
        return words;
    }
}
