package dev.box.core.settings;

import java.util.Arrays;
import java.util.List;

/**
 * One setting: an environment variable, its default and its meaning. Some may also stand in {@code box.conf}, because they
 * are the host's rather than a user's. Help, README and man page render from this table.
 */
public enum Setting {
    BOX_SUBNET("", "subnet of boxnet, e.g. 10.90.0.0/24; honoured or refused, never replaced"),
    BOX_DNS("1.1.1.1,8.8.8.8", "public resolvers that boxes use, comma-separated"),
    BOX_CPU("", "default CPU count of a new box; a flag wins"),
    BOX_MEMORY("", "default memory of a new box, e.g. 4GiB; a flag wins"),
    BOX_DISK("", "default root disk size of a new box, e.g. 20GiB; a flag wins"),
    BOX_SNAPSHOT_PRISTINE("1", "0 skips the mark taken after the first boot"),
    BOX_SNAPSHOT_BOOTSTRAPPED("1", "0 skips the mark taken after provisioning"),
    BOX_TIMEOUT("", "seconds that one daemon call may take, unless the call is known to be longer"),
    BOX_PATIENCE("1", "how many times longer every deadline is, from 1 to 1000, for a machine that is slow"),
    BOX_IMAGE_SERVER(
            "https://images.linuxcontainers.org",
            "simplestreams server behind image names that start with images:, for a mirror of one's own"),
    BOX_EGRESS_PROBE(
            "1.1.1.1:443,one.one.one.one:443",
            "what doctor connects to from inside a box, as address:port,name:port; on a host with"
                    + " /etc/box/surroundings.json its public host instead"),
    BOX_STATE_DIR("/var/lib/box", "where this machine's own records are kept, such as the log of drills"),
    BOX_APT_MIRROR("", Conf.YES, "Debian archive that boxes get packages from, with Debian's own signatures, as a URL"),
    BOX_APT_SECURITY_MIRROR(
            "",
            Conf.YES,
            "the same for Debian's security archive; without it a box with BOX_APT_MIRROR has no security archive"),
    BOX_NPM_REGISTRY("", Conf.YES, "npm registry that boxes use, as a URL"),
    BOX_CA_CERTIFICATE(
            "", Conf.YES, "file of this host with CA certificates (PEM) that boxes trust beside the usual ones"),
    BOX_LAB_DIR("/var/lib/box/lab", "where the lab keeps its state and its cache"),
    BOX_MIRROR("", "Debian mirror for image and lab builds; default: the one that this machine's apt uses"),
    BOX_DEBUG("", "any value: an unforeseen failure shows where it came from"),
    NO_COLOR("", "any value: no colour");

    private enum Conf {
        YES,
        NO
    }

    private final String fallback;
    private final Conf conf;
    private final String meaning;

    Setting(String fallback, String meaning) {
        this(fallback, Conf.NO, meaning);
    }

    Setting(String fallback, Conf conf, String meaning) {
        this.fallback = fallback;
        this.conf = conf;
        this.meaning = meaning;
    }

    /** Those that {@code box.conf} may hold. */
    public static List<Setting> inConf() {
        return Arrays.stream(values()).filter(Setting::isInConf).toList();
    }

    public boolean isInConf() {
        return conf == Conf.YES;
    }

    /** The value used when nothing sets it; empty for "none". */
    public String fallback() {
        return fallback;
    }

    public String meaning() {
        return meaning;
    }
}
