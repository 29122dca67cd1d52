package dev.box.lab.world;

import io.avaje.jsonb.Json;

/**
 * One probe asked of a {@link Reflector}.
 *
 * @param address an IP address, never a name
 * @param port ignored for ICMP
 * @param timeoutMillis how long to wait for each answer, 1 to {@link #LONGEST_MILLIS}
 */
@Json
public record Attempt(Protocol protocol, String address, int port, int timeoutMillis) {

    public static final int LONGEST_MILLIS = 30_000;

    public enum Protocol {
        TCP,
        UDP,
        ICMP
    }
}
