package dev.box.drill.contract;

import java.util.List;

/**
 * One line of the contract. Ids never change: people paste them. A is isolation, B the audit's questions about mechanisms,
 * I Incus, S the surface, U the users, H the host.
 */
public enum Clause {
    A1("A1", "public egress works, by address", List.of(LayerId.NAT)),
    A2_HOST(
            "A2.host",
            "a box cannot reach the host: none of its addresses, no port but DNS and DHCP on the gateway",
            List.of(LayerId.HOST_INPUT, LayerId.ACL)),
    A2_LAN("A2.lan", "a box cannot reach private or special address space", List.of(LayerId.ACL, LayerId.HOST_INPUT)),
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
    A7(
            "A7",
            "nothing reaches a box: not the host, not the LAN through the host",
            List.of(LayerId.ACL_INGRESS, LayerId.HOST_INPUT)),
    A8(
            "A8",
            "a box cannot pretend: another's MAC or address is refused, and to claim it draws no traffic",
            List.of(LayerId.SOURCE_FILTER, LayerId.MAC_BINDING, LayerId.PORT_ISOLATION, LayerId.BRIDGE_DROP)),
    A9(
            "A9",
            "a box cannot serve DHCP to others, nor use up their leases",
            List.of(LayerId.PORT_ISOLATION, LayerId.BRIDGE_DROP, LayerId.KNOWN_CARDS)),
    A10(
            "A10",
            PhaseId.E,
            "a door opens exactly one port, on the host's loopback only, and closes",
            List.of(LayerId.DOORS, LayerId.ACL_INGRESS)),
    A11(
            "A11",
            "a box sees nothing of the host through Incus: not by its API, not by mounts, ids or devices",
            List.of(LayerId.INSTANCE)),
    A12(
            "A12",
            PhaseId.P,
            "there is no unfiltered moment: not while a box boots, nor while the host's own parts fail and come back",
            List.of(LayerId.PORT_ISOLATION, LayerId.BRIDGE_DROP, LayerId.HOST_INPUT, LayerId.BOOT_ORDER)),
    B1("B1", PhaseId.A, "Incus takes no '@internal' in an ACL of a bridge network, so box derives the subnets itself"),
    B2("B2", PhaseId.A, "a copy keeps its source's user.* keys"),
    B3("B3", PhaseId.A, "with dns.mode=none public names still resolve"),
    B4("B4", PhaseId.A, "a config key that is not set reads as empty, without an error"),
    B5("B5", PhaseId.D, "a box lives with source filters: its own network works, and so do containers inside it"),
    I1("I1", PhaseId.A, "Incus does what else box leans on: tags, filters, states, names, snapshots"),
    S1("S1", PhaseId.B, "no verb touches an instance that box did not mint"),
    S2("S2", PhaseId.B, "what was asked wrong is refused before anything happens, with exit status 2 and a way on"),
    S3("S3", PhaseId.B, "a box survives export, removal and import, and a copy is not its source"),
    H1("H1", PhaseId.M, "a host of the predecessor becomes a host of box, with its boxes, and nothing old is left"),
    H2("H2", PhaseId.X, "setup replaces an old ruleset, on disk and in the kernel"),
    U1("U1", PhaseId.U, "an account has one project, confined to boxnet, and reaches nothing of anybody else's"),
    U2("U2", PhaseId.U, "an account drives the verbs that are its own, and each refusal says why and whom to ask"),
    U3(
            "U3",
            PhaseId.U,
            "the contract holds across accounts, and what network and host own holds without the placement profile",
            List.of(LayerId.ACL, LayerId.HOST_INPUT, LayerId.BRIDGE_DROP, LayerId.NAMES)),
    U4("U4", PhaseId.U, "a grant that fails lets nobody in, and a purge leaves nothing of one and all of the others"),
    H3("H3", PhaseId.T, "what the drill made is gone, and what was there before it still stands");

    private final String id;
    private final PhaseId phase;
    private final String sentence;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<LayerId> layers;

    Clause(String id, String sentence, List<LayerId> layers) {
        this(id, PhaseId.C, sentence, layers);
    }

    Clause(String id, PhaseId phase, String sentence) {
        this(id, phase, sentence, List.of());
    }

    Clause(String id, PhaseId phase, String sentence, List<LayerId> layers) {
        this.id = id;
        this.phase = phase;
        this.sentence = sentence;
        this.layers = layers;
    }

    /** As it is written everywhere, e.g. {@code A2.host}. */
    public String id() {
        return id;
    }

    /** The part of a drill that answers it first of all. */
    public PhaseId phase() {
        return phase;
    }

    public String sentence() {
        return sentence;
    }

    /** What enforces it; any one of them may be redundant, none may be missing. None for a question about behaviour. */
    public List<LayerId> layers() {
        return layers;
    }

    /** The line that it is counted under in an answers block: A2.host and A2.lan both answer A2. */
    public String family() {
        int dot = id.indexOf('.');
        return dot < 0 ? id : id.substring(0, dot);
    }
}
