package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.net.Cidr;
import dev.box.core.net.JsonTree;
import dev.box.core.settings.Setting;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A public host that a box must be able to reach, to try it by.
 *
 * @param address dotted IPv4
 * @param addressPort TCP
 * @param name that a public resolver knows
 * @param namePort TCP
 */
public record EgressTarget(String address, int addressPort, String name, int namePort) {

    /** Who knows what stands around this machine writes it here; the lab does. */
    private static final Path SURROUNDINGS = Path.of("/etc/box/surroundings.json");

    public static EgressTarget of(Host host, Deadline deadline) {
        Optional<String> around = host.machine().read(SURROUNDINGS, deadline);
        return around.isPresent()
                ? fromSurroundings(around.get())
                : fromSetting(host.settings().get(Setting.BOX_EGRESS_PROBE));
    }

    static EgressTarget fromSurroundings(String json) {
        Map<String, Object> known =
                JsonTree.object(JsonTree.object(json, SURROUNDINGS.toString()).get("public"));
        int port = JsonTree.number(known, "tcpPort");
        return new EgressTarget(JsonTree.text(known, "address"), port, JsonTree.text(known, "name"), port);
    }

    public static EgressTarget fromSetting(String value) {
        String[] parts = value.split(",", -1);
        if (parts.length == 2) {
            int first = parts[0].lastIndexOf(':');
            int second = parts[1].lastIndexOf(':');
            if (first > 0
                    && second > 0
                    && Cidr.parse(parts[0].substring(0, first)).isPresent()) {
                return new EgressTarget(
                        parts[0].substring(0, first),
                        port(parts[0].substring(first + 1), value),
                        parts[1].substring(0, second),
                        port(parts[1].substring(second + 1), value));
            }
        }
        throw refused(value);
    }

    private static int port(String digits, String value) {
        try {
            int port = Integer.parseInt(digits);
            if (port > 0 && port < 65536) {
                return port;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw refused(value);
    }

    private static BoxFailure refused(String value) {
        return new BoxFailure.Refused(
                "reading BOX_EGRESS_PROBE",
                "'" + value + "' is not of the form address:port,name:port",
                "for example BOX_EGRESS_PROBE=" + Setting.BOX_EGRESS_PROBE.fallback());
    }

    @Override
    public String toString() {
        return address + ":" + addressPort;
    }
}
