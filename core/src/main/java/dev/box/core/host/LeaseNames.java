package dev.box.core.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Names in boxnet's lease file. dnsmasq answers questions for them; {@code dhcp-ignore-names} keeps new ones out, but a
 * lease from before keeps its name through restarts and renewals, so a network that is converged on must lose them.
 * Lines are {@code expiry mac address name client-id}, a name of {@code *} being none.
 */
final class LeaseNames {

    static final Path FILE = Path.of("/var/lib/incus/networks", HostNames.NETWORK, "dnsmasq.leases");

    private static final int NAME = 3;
    private static final int FIELDS = 5;

    private LeaseNames() {}

    /** The names in it, in order. */
    static List<String> in(String leases) {
        List<String> names = new ArrayList<>();
        for (String line : leases.split("\n")) {
            String[] fields = line.split(" ");
            if (fields.length >= FIELDS && !fields[NAME].equals("*")) {
                names.add(fields[NAME]);
            }
        }
        return names;
    }

    /** The same leases without names. */
    static String without(String leases) {
        StringBuilder out = new StringBuilder();
        for (String line : leases.split("\n")) {
            String[] fields = line.split(" ");
            if (fields.length >= FIELDS) {
                fields[NAME] = "*";
            }
            if (!line.isEmpty()) {
                out.append(String.join(" ", fields)).append('\n');
            }
        }
        return out.toString();
    }
}
