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

    /** The devices of the placement profile. */
    public static final String NIC = "eth0";

    public static final String ROOT = "root";

    private HostNames() {}
}
