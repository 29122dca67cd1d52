package dev.box.core.host;

import java.nio.file.Path;
import java.util.List;

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

    /** The predecessor's names for the same things. */
    public static final String LEGACY_NETWORK = "claudenet";

    public static final String LEGACY_ACL = "claude-isolate";
    public static final String LEGACY_PROFILE = "claude-dev";
    public static final String LEGACY_TABLE = "claudebox";
    public static final String LEGACY_UNIT = "claudebox-firewall.service";
    public static final Path LEGACY_UNIT_FILE = Path.of("/etc/systemd/system", LEGACY_UNIT);

    /** What its unit ran; both spellings were installed by some version. */
    public static final List<Path> LEGACY_SCRIPTS =
            List.of(Path.of("/usr/local/sbin/claudebox-firewall"), Path.of("/usr/local/sbin/claudebox-firewall.sh"));

    private HostNames() {}
}
