package dev.box.drill.contract;

/** A mechanism that enforces clauses. Each one is also checked by itself: a clause may hold while one of its layers is gone. */
public enum LayerId {
    NAT("nat", "NAT on boxnet"),
    HOST_INPUT("host-input", "nft table 'inet box': what boxes may send to and through the host, and get from it"),
    ACL("acl-egress", "ACL 'box-isolate', egress drops"),
    ACL_INGRESS("acl-ingress", "default ingress drop of boxnet's ACL"),
    PORT_ISOLATION("port-isolation", "the kernel's 'isolated' flag on every boxnet port"),
    BRIDGE_DROP("bridge-drop", "nft table 'bridge box', forward drop"),
    MAC_BINDING("mac-binding", "nft table 'bridge box', each port bound to the MAC that it first was let through with"),
    NAMES("names", "dns.mode=none, no-hosts and no names from leases"),
    RESOLVERS("resolvers", "raw.dnsmasq: no-resolv and pinned servers"),
    NO_IPV6("no-ipv6", "ipv6.address=none and IPv6 off on the bridge"),
    SOURCE_FILTER("source-filter", "Incus's MAC and IPv4 filter on every box's port"),
    KNOWN_CARDS("known-cards", "dhcp-ignore: leases for the boxes' own cards only"),
    INSTANCE("instance", "a box's own config: no device, profile or privilege beside the placement contract"),
    DOORS("doors", "an ACL rule for each door, each on 127.0.0.1, and no other"),
    BOOT_ORDER("boot-order", "unit box-firewall, which systemd starts before Incus"),
    DNSMASQ("dnsmasq", "a dnsmasq process that serves boxnet");

    private final String id;
    private final String mechanism;

    LayerId(String id, String mechanism) {
        this.id = id;
        this.mechanism = mechanism;
    }

    public String id() {
        return id;
    }

    public String mechanism() {
        return mechanism;
    }
}
