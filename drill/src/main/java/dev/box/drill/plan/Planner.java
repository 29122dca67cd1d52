package dev.box.drill.plan;

import dev.box.core.net.Cidr;
import dev.box.drill.contract.Clause;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.Contract.BlockedRange;
import dev.box.drill.contract.Origin;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.contract.ProbeSpec;
import dev.box.drill.contract.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Lays the contract's table over a situation. */
public final class Planner {

    /** A prefix of the range for local use (RFC 4193) that a rogue router would announce. */
    static final String ROGUE_PREFIX = "fd5b:6f78:6472::";

    private static final String EVERYONE = "ff:ff:ff:ff:ff:ff";

    private final Situation situation;
    private final List<Cell> cells = new ArrayList<>();
    private final Set<String> notDrilled = new LinkedHashSet<>();

    private Planner(Situation situation) {
        this.situation = situation;
    }

    public static Plan plan(Situation situation) {
        Planner planner = new Planner(situation);
        Contract.PROBES.forEach(planner::expand);
        return new Plan(List.copyOf(planner.cells), List.copyOf(planner.notDrilled));
    }

    private void expand(ProbeSpec spec) {
        switch (spec.from()) {
            case BOX -> situation.boxes().forEach(box -> expand(spec, box));
            case HOST -> {
                if (spec.clause() == Clause.A10) {
                    door(spec, "host");
                } else {
                    situation.boxes().forEach(box -> towardsBox(spec, "host", box));
                }
            }
            case LAN -> {
                if (situation.lanAddress() == null) {
                    notDrilled.add("A7 from the LAN: no LAN host with a reflector is known");
                } else if (spec.clause() == Clause.A10) {
                    door(spec, "lan");
                } else {
                    situation.boxes().forEach(box -> towardsBox(spec, "lan", box));
                }
            }
        }
    }

    private void towardsBox(ProbeSpec spec, String from, Subject box) {
        Draft draft = new Draft(spec, from, box.label()).peer(box.label()).address(box.address());
        add(spec.from() == Origin.LAN ? draft.control("alive.lan") : draft);
    }

    private void expand(ProbeSpec spec, Subject from) {
        switch (spec.to()) {
            case PUBLIC, PUBLIC_IPV6, PUBLIC_NAME -> publicSide(spec, from);
            case HOST, HOST_DNS, HOST_LOOPBACK, HOST_LINK_LOCAL, ALL_ROUTERS -> hostSide(spec, from);
            case RANGE -> situation.targets().forEach(target -> range(spec, from, target));
            case DEAD_RANGE -> deadRanges(spec, from);
            case SIBLING,
                    SIBLING_LINK_LOCAL,
                    BROADCAST,
                    MULTICAST,
                    ALL_NODES,
                    SIBLING_NAME,
                    SIBLING_NAME_INCUS,
                    SIBLING_REVERSE,
                    SIBLING_ON_LINK,
                    GATEWAY_AS_SIBLING,
                    PUBLIC_AS_SIBLING,
                    DHCP_CLIENTS -> siblings(spec, from);
            case GATEWAY_AS_NOBODY ->
                add(towardsGateway(new Draft(spec, from.label(), "nobody")).name(nobodysAddress(), ""));
            case DHCP_SERVER -> add(new Draft(spec, from.label(), "gateway").address(situation.gateway()));
            case HOSTS_FILE_NAME, VPN_NAME -> hostNames(spec, from);
            case SELF -> add(new Draft(spec, from.label(), "self"));
            case DOOR,
                    DOOR_DIRECT,
                    DOOR_BESIDE,
                    DOOR_ON_LAN,
                    DOOR_ON_GATEWAY,
                    DOOR_BY_FRAME,
                    DOOR_CLOSED,
                    DOOR_CLOSED_DIRECT -> door(spec, from.label());
            case BOX -> throw new IllegalStateException(spec.id() + ": a box probes siblings, not boxes");
        }
    }

    /** Only while the situation has a door: what a closed one is asked differs from what an open one is. */
    private void door(ProbeSpec spec, String from) {
        DoorPlace door = situation.door();
        boolean closed = spec.to() == Target.DOOR_CLOSED || spec.to() == Target.DOOR_CLOSED_DIRECT;
        if (door == null || door.open() == closed || from.equals(door.box())) {
            return;
        }
        Subject box = situation.box(door.box());
        Draft draft = new Draft(spec, from, door.box()).peer(door.box());
        switch (spec.to()) {
            case DOOR, DOOR_CLOSED -> add(draft.address("127.0.0.1").port(door.hostPort()));
            case DOOR_DIRECT, DOOR_CLOSED_DIRECT ->
                add(draft.address(box.address()).mac(box.mac()).port(door.port()));
            case DOOR_BESIDE -> add(draft.address(box.address()).port(door.port() + 1));
            case DOOR_ON_GATEWAY -> add(draft.address(situation.gateway()).port(door.hostPort()));
            case DOOR_BY_FRAME ->
                add(draft.address("127.0.0.1").mac(situation.bridgeMac()).port(door.hostPort()));
            case DOOR_ON_LAN -> {
                for (HostAddress host : situation.hostAddresses()) {
                    if (situation.uplinks().contains(host.device())) {
                        add(new Draft(spec, from, door.box())
                                .peer(door.box())
                                .address(host.address())
                                .port(door.hostPort())
                                .control("alive.lan"));
                        return;
                    }
                }
            }
            default -> throw new IllegalStateException(spec.id());
        }
    }

    private void publicSide(ProbeSpec spec, Subject from) {
        PublicHost host = situation.publicHost();
        Draft draft = new Draft(spec, from.label(), "public");
        add(
                switch (spec.to()) {
                    case PUBLIC_IPV6 -> draft.address("2001:db8:ffff::10");
                    case PUBLIC_NAME -> draft.address(situation.gateway()).name(host.name(), "A");
                    default ->
                        draft.address(host.address())
                                .port(spec.kind() == ProbeKind.UDP ? host.udpPort() : host.tcpPort());
                });
    }

    private void hostSide(ProbeSpec spec, Subject from) {
        int port = spec.served() ? situation.servedPort() : 0;
        switch (spec.to()) {
            case HOST_LOOPBACK ->
                add(new Draft(spec, from.label(), "127.0.0.1")
                        .address("127.0.0.1")
                        .mac(situation.bridgeMac())
                        .port(port));
            case HOST_LINK_LOCAL ->
                add(new Draft(spec, from.label(), "gateway")
                        .address(situation.bridgeLinkLocal())
                        .port(port));
            case HOST_DNS -> {
                for (HostAddress host : situation.hostAddresses()) {
                    if (!host.address().equals(situation.gateway())) {
                        add(new Draft(spec, from.label(), host.address())
                                .address(host.address())
                                .port(53));
                    }
                }
            }
            case ALL_ROUTERS -> add(new Draft(spec, from.label(), "routers").address("ff02::2"));
            default -> {
                for (HostAddress host : situation.hostAddresses()) {
                    Draft draft = new Draft(spec, from.label(), host.address())
                            .address(host.address())
                            .port(port);
                    add(spec.served() ? draft.control("alive.host." + host.address()) : draft);
                }
            }
        }
    }

    private void range(ProbeSpec spec, Subject from, LiveTarget target) {
        int served = spec.kind() == ProbeKind.UDP ? target.udpPort() : target.tcpPort();
        add(new Draft(spec, from.label(), target.address())
                .address(target.address())
                .port(spec.served() ? served : 0)
                .control("alive.target." + target.address()));
    }

    private void deadRanges(ProbeSpec spec, Subject from) {
        for (BlockedRange range : Contract.BLOCKED) {
            if (situation.targets().stream().anyMatch(target -> target.range().equals(range.prefix()))) {
                continue;
            }
            notDrilled.add("A2.lan " + range.prefix() + ": no live host there; judged by what left the host alone");
            add(new Draft(spec, from.label(), range.sample())
                    .address(range.sample())
                    .mac(situation.bridgeMac())
                    .port(80));
        }
    }

    private void siblings(ProbeSpec spec, Subject from) {
        for (Subject peer : situation.boxes()) {
            if (!peer.label().equals(from.label())) {
                add(towardsSibling(new Draft(spec, from.label(), peer.label()).peer(peer.label()), spec, peer));
            }
        }
    }

    private Draft towardsSibling(Draft draft, ProbeSpec spec, Subject peer) {
        return switch (spec.to()) {
            case SIBLING -> draft.address(peer.address()).mac(peer.mac());
            case SIBLING_LINK_LOCAL -> draft.address(peer.linkLocal());
            case BROADCAST -> draft.address("255.255.255.255").mac(EVERYONE);
            case MULTICAST -> draft.address("239.255.77.77");
            case ALL_NODES -> draft.address("ff02::1").name(ROGUE_PREFIX, "");
            case SIBLING_NAME -> draft.address(situation.gateway()).name(peer.name(), "A");
            case SIBLING_NAME_INCUS -> draft.address(situation.gateway()).name(peer.name() + ".incus", "A");
            case SIBLING_REVERSE -> draft.address(situation.gateway()).name(reverse(peer.address()), "PTR");
            case SIBLING_ON_LINK -> draft.name(peer.name() + (spec.kind() == ProbeKind.MDNS ? ".local" : ""), "A");
            case GATEWAY_AS_SIBLING ->
                towardsGateway(draft).name(spec.kind() == ProbeKind.SYN_AS_MAC ? peer.mac() : peer.address(), "");
            case PUBLIC_AS_SIBLING ->
                draft.address(situation.publicHost().address())
                        .mac(situation.bridgeMac())
                        .port(situation.publicHost().tcpPort())
                        .name(peer.address(), situation.gateway());
            case DHCP_CLIENTS -> draft.address("255.255.255.255").mac(EVERYONE);
            default -> throw new IllegalStateException(spec.id());
        };
    }

    private Draft towardsGateway(Draft draft) {
        return draft.address(situation.gateway()).mac(situation.bridgeMac()).port(53);
    }

    /** The highest address of the subnet that no box of the drill holds; whoever else holds it is not asked anything. */
    private String nobodysAddress() {
        Cidr subnet = Cidr.of(situation.prefix());
        for (int host = 254; host > 1; host--) {
            String address = subnet.host(host).dotted();
            boolean held = address.equals(situation.gateway())
                    || situation.boxes().stream().anyMatch(box -> box.address().equals(address));
            if (!held) {
                return address;
            }
        }
        throw new IllegalStateException("every address of " + situation.prefix() + " is held");
    }

    private void hostNames(ProbeSpec spec, Subject from) {
        boolean vpn = spec.to() == Target.VPN_NAME;
        SplitName split = situation.vpnName();
        String name = !vpn ? situation.hostsFileName() : split == null ? null : split.name();
        if (name == null) {
            notDrilled.add(
                    vpn
                            ? Clause.A5.id() + " split DNS: no name is known that only the host's VPN resolver answers"
                            : Clause.A4.id() + " /etc/hosts: the host's file names nothing but localhost");
            return;
        }
        Draft draft =
                new Draft(spec, from.label(), name).address(situation.gateway()).name(name, "A");
        add(vpn ? draft.control("alive.vpn-name") : draft);
    }

    static String reverse(String address) {
        String[] part = address.split("\\.", -1);
        return part[3] + "." + part[2] + "." + part[1] + "." + part[0] + ".in-addr.arpa";
    }

    private void add(Draft draft) {
        cells.add(draft.cell());
    }

    /** A cell in the making. */
    private static final class Draft {
        private final ProbeSpec spec;
        private final String from;
        private final String to;
        private String peer = "";
        private String address = "";
        private String mac = "";
        private int port;
        private String name = "";
        private String question = "";
        private final List<String> controls = new ArrayList<>();

        Draft(ProbeSpec spec, String from, String to) {
            this.spec = spec;
            this.from = from;
            this.to = to;
        }

        Draft peer(String label) {
            peer = label;
            return this;
        }

        Draft address(String value) {
            address = value;
            return this;
        }

        Draft mac(String value) {
            mac = value;
            return this;
        }

        Draft port(int value) {
            port = value;
            return this;
        }

        Draft name(String value, String type) {
            name = value;
            question = type;
            return this;
        }

        Draft control(String id) {
            controls.add(id);
            return this;
        }

        Cell cell() {
            String id = spec.id() + "/" + from + "-" + to;
            return new Cell(id, spec, from, to, peer, address, mac, port, name, question, List.copyOf(controls));
        }
    }
}
