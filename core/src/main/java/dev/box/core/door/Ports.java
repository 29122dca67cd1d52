package dev.box.core.door;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import dev.box.incus.Instance;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;

/** What a port may be, and whether the host's is free. */
public final class Ports {

    /** Ports below are the system's own services', where a door would stand in for one that is only down. */
    private static final int FIRST_FREE = 1024;

    private static final int LAST = 65_535;

    private Ports() {}

    /** A port as typed; throws {@link BoxFailure.Refused} for anything else. */
    public static int parse(String text, String what) {
        boolean digits = !text.isEmpty() && text.length() <= 5 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = digits ? Integer.parseInt(text) : 0;
        if (port < 1 || port > LAST) {
            throw new BoxFailure.Refused(
                    "reading the " + what + " '" + Untrusted.line(text) + "'",
                    "it is no number from 1 to " + LAST,
                    "e.g.: box expose work 3000");
        }
        return port;
    }

    /** Throws {@link BoxFailure.Refused} if a door may not listen there. */
    static void requireFree(int hostPort, List<Instance> instances, String suggestion) {
        String tried = "opening a door on " + Door.ADDRESS + ":" + hostPort;
        if (hostPort < FIRST_FREE) {
            throw new BoxFailure.Refused(
                    tried, "ports below " + FIRST_FREE + " are reserved for the host's own services", suggestion);
        }
        for (Instance instance : instances) {
            for (Map<String, String> device : instance.devices().values()) {
                String listen = device.getOrDefault("listen", "");
                if ("proxy".equals(device.get("type")) && listens(listen, hostPort)) {
                    throw new BoxFailure.Refused(
                            tried, "a door of '" + Untrusted.line(instance.name()) + "' is there", suggestion);
                }
            }
        }
        requireUnbound(tried, hostPort, suggestion);
    }

    /** Whether a proxy's {@code tcp:ADDRESS:PORTS} covers the port; PORTS may be a list of ports and ranges. */
    static boolean listens(String listen, int port) {
        for (String part : listen.substring(listen.lastIndexOf(':') + 1).split(",")) {
            int dash = part.indexOf('-');
            int first = Door.port(dash < 0 ? part : part.substring(0, dash));
            int last = dash < 0 ? first : Door.port(part.substring(dash + 1));
            if (port >= first && port <= last) {
                return true;
            }
        }
        return false;
    }

    /** The kernel is asked by trying: a listener on the wildcard address counts too. */
    private static void requireUnbound(String tried, int hostPort, String suggestion) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(loopback(), hostPort), 1);
        } catch (IOException e) {
            throw new BoxFailure.Refused(tried, "the port is busy: " + e.getMessage(), suggestion);
        }
    }

    static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
