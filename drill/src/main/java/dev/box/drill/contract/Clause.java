package dev.box.drill.contract;

import java.util.List;

/** One line of the isolation contract. Ids never change: people paste them. */
public enum Clause {
    A1("A1", "public egress works, by address", List.of(LayerId.NAT)),
    A2_HOST(
            "A2.host",
            "a box cannot reach the host: none of its addresses, no port but DNS and DHCP on the gateway",
            List.of(LayerId.HOST_INPUT, LayerId.ACL)),
    A2_LAN("A2.lan", "a box cannot reach private or special address space", List.of(LayerId.ACL)),
    A3(
            "A3",
            "a box cannot exchange frames with another box, in either direction, of any kind",
            List.of(LayerId.PORT_ISOLATION, LayerId.BRIDGE_DROP)),
    A4(
            "A4",
            "a box cannot learn another's name or existence, nor a name that only the host knows",
            List.of(LayerId.NAMES, LayerId.PORT_ISOLATION, LayerId.BRIDGE_DROP)),
    A5(
            "A5",
            "DNS through the gateway resolves public names, and only through the pinned resolvers",
            List.of(LayerId.RESOLVERS)),
    A6(
            "A6",
            "no IPv6 path: none on the network, none that a guest can make",
            List.of(LayerId.NO_IPV6, LayerId.HOST_INPUT, LayerId.PORT_ISOLATION, LayerId.BRIDGE_DROP)),
    A7("A7", "nothing reaches a box: not the host, not the LAN through the host", List.of(LayerId.ACL_INGRESS)),
    A8(
            "A8",
            "a box cannot pretend: another's MAC or address is refused, and does not draw another's traffic to it",
            List.of(LayerId.SOURCE_FILTER, LayerId.PORT_ISOLATION, LayerId.BRIDGE_DROP)),
    A9(
            "A9",
            "a box cannot serve DHCP to others, nor use up their leases",
            List.of(LayerId.PORT_ISOLATION, LayerId.BRIDGE_DROP, LayerId.KNOWN_CARDS)),
    A11(
            "A11",
            "a box sees nothing of the host through Incus: not by its API, not by mounts, ids or devices",
            List.of(LayerId.INSTANCE));

    private final String id;
    private final String sentence;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<LayerId> layers;

    Clause(String id, String sentence, List<LayerId> layers) {
        this.id = id;
        this.sentence = sentence;
        this.layers = layers;
    }

    /** As it is written everywhere, e.g. {@code A2.host}. */
    public String id() {
        return id;
    }

    public String sentence() {
        return sentence;
    }

    /** What enforces it; any one of them may be redundant, none may be missing. */
    public List<LayerId> layers() {
        return layers;
    }

    /** The line that it is counted under in an answers block: A2.host and A2.lan both answer A2. */
    public String family() {
        int dot = id.indexOf('.');
        return dot < 0 ? id : id.substring(0, dot);
    }
}
