package dev.box.drill.probe;

import io.avaje.jsonb.Json;
import java.util.List;

/**
 * What the prober in a guest is asked to do, in one go.
 *
 * @param prefix the subnet under test, by which the guest's interface is found
 * @param ipv6 whether to turn IPv6 on in the guest first
 * @param neighbours written into the guest's neighbour table for the while, so that probes really leave it even where
 *     address resolution is blocked
 */
@Json
record ProberJob(String prefix, boolean ipv6, List<Neighbour> neighbours, List<Probe> probes) {

    /** A permanent entry of the neighbour table. */
    @Json
    record Neighbour(String address, String mac) {}

    /**
     * One probe.
     *
     * @param kind as in {@link dev.box.drill.contract.ProbeKind#wire}
     * @param to address
     * @param token source port, ICMP id or content: unique in a run
     * @param timeout seconds
     * @param type of a DNS question
     * @param last whether it runs after all others have ended
     */
    @Json
    record Probe(
            String id,
            String kind,
            String to,
            int port,
            int token,
            double timeout,
            String mac,
            String name,
            String type,
            boolean last) {}
}
