package dev.box.drill.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is really here: the addresses that the contract's table is laid over.
 *
 * @param bridge the boxes' bridge, {@code boxnet}
 * @param prefix its subnet, e.g. {@code 10.88.0.0/24}
 * @param gateway the host's address in it
 * @param bridgeMac the bridge's own
 * @param hostAddresses every IPv4 address of the host but loopback
 * @param uplinks the host's devices that are neither loopback, nor the bridge, nor a port of it
 * @param servedPort the port on the host at which the drill's own echo listens, TCP and UDP
 * @param targets live machines in blocked ranges
 * @param lanAddress of a LAN host with a reflector; null if there is none
 * @param vpnName a name that only the host's VPN resolver knows; null if there is none
 * @param hostsFileName a name of the host's /etc/hosts beyond localhost; null if there is none
 * @param door to one of the boxes; null if none is measured
 */
public record Situation(
        String bridge,
        String prefix,
        String gateway,
        String bridgeMac,
        List<HostAddress> hostAddresses,
        List<String> uplinks,
        int servedPort,
        List<Subject> boxes,
        PublicHost publicHost,
        List<LiveTarget> targets,
        @Nullable String lanAddress,
        @Nullable SplitName vpnName,
        @Nullable String hostsFileName,
        @Nullable DoorPlace door) {

    /** The same with a door, or without one. */
    public Situation door(@Nullable DoorPlace other) {
        return new Situation(
                bridge,
                prefix,
                gateway,
                bridgeMac,
                hostAddresses,
                uplinks,
                servedPort,
                boxes,
                publicHost,
                targets,
                lanAddress,
                vpnName,
                hostsFileName,
                other);
    }

    /** The same with other boxes. */
    public Situation boxes(List<Subject> others) {
        return new Situation(
                bridge,
                prefix,
                gateway,
                bridgeMac,
                hostAddresses,
                uplinks,
                servedPort,
                others,
                publicHost,
                targets,
                lanAddress,
                vpnName,
                hostsFileName,
                door);
    }

    /** The bridge's IPv6 link-local address, the one that it has or would have. */
    public String bridgeLinkLocal() {
        return LinkLocal.of(bridgeMac);
    }

    public Subject box(String label) {
        for (Subject box : boxes) {
            if (box.label().equals(label)) {
                return box;
            }
        }
        throw new IllegalArgumentException("no box labelled " + label);
    }
}
