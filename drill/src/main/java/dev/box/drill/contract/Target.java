package dev.box.drill.contract;

/** What a probe is aimed at; the plan turns it into addresses of the situation at hand. */
public enum Target {
    /** The public test host. */
    PUBLIC,
    /** A public IPv6 address (of the documentation range: nothing needs to live there for a path to show). */
    PUBLIC_IPV6,
    /** Each IPv4 address of the host, in turn. */
    HOST,
    /** Port 53 of each IPv4 address of the host but the gateway's: Incus's own rules let it pass, so only ours stop it. */
    HOST_DNS,
    /** 127.0.0.1 of the host, by a frame handed to the gateway's MAC. */
    HOST_LOOPBACK,
    /** The bridge's IPv6 link-local address, whether or not it holds one. */
    HOST_LINK_LOCAL,
    /** A live host in each blocked range that has one. */
    RANGE,
    /** An address of each blocked range that has no live host here. */
    DEAD_RANGE,
    /** Each other box's IPv4 address. */
    SIBLING,
    /** Each other box's IPv6 link-local address. */
    SIBLING_LINK_LOCAL,
    /** 255.255.255.255, watched at each other box. */
    BROADCAST,
    /** 239.255.77.77, watched at each other box. */
    MULTICAST,
    /** ff02::1, watched at each other box. */
    ALL_NODES,
    /** ff02::2, watched on the host. */
    ALL_ROUTERS,
    /** The guest itself: what it came to hold. */
    SELF,
    /** Each other box's name, asked of the gateway. */
    SIBLING_NAME,
    /** The same, with {@code .incus} behind it. */
    SIBLING_NAME_INCUS,
    /** Each other box's address, asked for its name. */
    SIBLING_REVERSE,
    /** Each other box's name, asked of everybody on the link. */
    SIBLING_ON_LINK,
    /** A name of the host's /etc/hosts. */
    HOSTS_FILE_NAME,
    /** A public name. */
    PUBLIC_NAME,
    /** A name that only the host's VPN or split resolver knows. */
    VPN_NAME,
    /** The gateway's DNS port, which every box may reach, in the name of each other box. */
    GATEWAY_AS_SIBLING,
    /** The same in the name of an address of the subnet that nobody holds. */
    GATEWAY_AS_NOBODY,
    /** The public test host, in the name of each other box. */
    PUBLIC_AS_SIBLING,
    /** Whoever asks for a lease, watched at each other box. */
    DHCP_CLIENTS,
    /** The gateway's DHCP server. */
    DHCP_SERVER,
    /** Each box's IPv4 address. */
    BOX,
    /** The host's loopback address and port at which a door stands. */
    DOOR,
    /** The port of the box that the door leads to, by the box's own address: past the door. */
    DOOR_DIRECT,
    /** Another port of the same box, by its own address. */
    DOOR_BESIDE,
    /** The door's port on the host's address on the LAN. */
    DOOR_ON_LAN,
    /** The door's port on the gateway's address. */
    DOOR_ON_GATEWAY,
    /** The door itself, 127.0.0.1, by a frame handed to the gateway's MAC. */
    DOOR_BY_FRAME,
    /** The door, after it was closed. */
    DOOR_CLOSED,
    /** The port that the closed door led to, by the box's own address. */
    DOOR_CLOSED_DIRECT
}
