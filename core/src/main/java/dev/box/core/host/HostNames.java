package dev.box.core.host;

import java.nio.file.Path;

/** The name of everything that the host stack puts on a host, so that whoever makes it and whoever removes it agree. */
public final class HostNames {

    public static final String NETWORK = "boxnet";
    public static final String ACL = "box-isolate";
    public static final String PROFILE = "box-net";
    public static final String POOL = "default";

    /** The nft table's name in both families. */
    public static final String TABLE = "box";

    public static final String UNIT = "box-firewall.service";
    public static final Path UNIT_FILE = Path.of("/etc/systemd/system", UNIT);
    public static final Path RULES_FILE = Path.of("/etc/box/firewall.nft");
    public static final String RESTRICTED_SOCKET = "incus-user.socket";

    /** Has the kernel route loopback addresses on the network; udev applies it to the bridge whenever it appears. */
    public static final Path DOOR_FILE = Path.of("/etc/sysctl.d/60-box-doors.conf");

    /** Every door is a proxy device of its box, and its name starts so. */
    public static final String DOOR = "door-";

    /** The devices of the placement profile. */
    public static final String NIC = "eth0";

    public static final String ROOT = "root";

    private HostNames() {}
}
