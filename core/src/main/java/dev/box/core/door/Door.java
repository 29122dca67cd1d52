package dev.box.core.door;

import dev.box.core.host.DoorRules;
import dev.box.core.host.HostNames;
import dev.box.incus.Instance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * {@code 127.0.0.1:<hostPort>} leads to {@code <box>:<port>}, over TCP.
 *
 * @param box its name
 * @param port in the box
 * @param hostPort on the host's loopback
 * @param connect as the daemon has it, e.g. {@code tcp:10.88.0.5:80}
 */
public record Door(String box, int port, int hostPort, String connect) {

    /** The address that every door listens on; nothing widens it. */
    public static final String ADDRESS = "127.0.0.1";

    private static final String LISTEN = "tcp:" + ADDRESS + ":";

    /** The doors of an instance, by port. */
    static List<Door> of(Instance instance) {
        List<Door> doors = new ArrayList<>();
        for (Map.Entry<String, Map<String, String>> device : instance.devices().entrySet()) {
            Map<String, String> keys = device.getValue();
            if (DoorRules.isDoor(device.getKey(), keys)) {
                String connect = keys.getOrDefault("connect", "");
                doors.add(new Door(instance.name(), port(connect), port(keys.getOrDefault("listen", "")), connect));
            }
        }
        doors.sort(Comparator.comparingInt(Door::port));
        return doors;
    }

    /** The name of the device that is the door to this port. */
    static String device(int port) {
        return HostNames.DOOR + port;
    }

    /** The device; translation by the kernel and no process, which Incus demands a static address of the box for. */
    Map<String, String> keys() {
        return Map.of("type", "proxy", "nat", "true", "listen", LISTEN + hostPort, "connect", connect);
    }

    /** The last number of {@code tcp:127.0.0.1:8080}; 0 if there is none. */
    static int port(String endpoint) {
        String digits = endpoint.substring(endpoint.lastIndexOf(':') + 1);
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
