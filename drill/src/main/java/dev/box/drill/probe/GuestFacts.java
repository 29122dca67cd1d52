package dev.box.drill.probe;

import io.avaje.jsonb.Json;

/**
 * What a guest is, read inside it. Untrusted.
 *
 * @param address its IPv4 address in the subnet under test; empty if it has none
 * @param mac of the interface that holds it
 * @param link that interface's name in the guest
 * @param linkLocal its IPv6 link-local address; empty if it has none
 */
@Json
public record GuestFacts(
        String machineId, String hostname, String address, String mac, String link, String linkLocal, String kernel) {

    /** Known of a guest that did not answer. */
    static GuestFacts none() {
        return new GuestFacts("", "", "", "", "", "", "");
    }
}
