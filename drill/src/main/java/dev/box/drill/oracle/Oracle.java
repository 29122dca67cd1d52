package dev.box.drill.oracle;

import dev.box.core.host.Host;
import dev.box.core.net.BridgePort;
import dev.box.core.net.Route;
import dev.box.drill.contract.Clause;
import dev.box.drill.contract.Expectation;
import dev.box.drill.contract.Origin;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.SplitName;
import dev.box.drill.plan.Subject;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.PredictionReport;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says of each cell what the live rules alone make of it. It is a second instrument beside the probes, and shares nothing
 * with them but the plan: where the two disagree, one of them is wrong.
 */
public final class Oracle {

    /** Of a socket that picks its own port; rules that care for source ports care for low ones. */
    private static final int ANY_PORT = 40_000;

    private final LiveRules rules;
    private final Situation situation;
    private final Walk walk;

    Oracle(LiveRules rules, Situation situation) {
        this.rules = rules;
        this.situation = situation;
        this.walk = new Walk(rules.nft());
    }

    /** Reads the rules as they are at this moment. */
    public static Oracle read(Host host, Situation situation, Deadline deadline) {
        return new Oracle(LiveRulesReader.read(host, situation, deadline), situation);
    }

    /** The three answers for each of these cells that was reported; {@code observed} may be in any order. */
    public List<PredictionReport> compare(List<Cell> cells, List<CellReport> observed) {
        Map<String, CellReport> seen = new HashMap<>();
        observed.forEach(cell -> seen.put(cell.id(), cell));
        List<PredictionReport> answers = new ArrayList<>();
        for (Cell cell : cells) {
            CellReport report = seen.get(cell.id());
            if (report != null) {
                answers.add(answers(cell, report));
            }
        }
        return answers;
    }

    private PredictionReport answers(Cell cell, CellReport report) {
        Prediction.Outcome declared = declared(cell);
        Prediction predicted = predict(cell);
        Prediction.Outcome observed = observed(declared, report.verdict());
        Prediction.Outcome fact = observed == Prediction.Outcome.UNKNOWN ? declared : observed;
        boolean agrees = predicted.outcome() == Prediction.Outcome.UNKNOWN || predicted.outcome() == fact;
        return new PredictionReport(
                cell.id(), declared.word(), predicted.outcome().word(), observed.word(), predicted.why(), agrees);
    }

    static Prediction.Outcome declared(Cell cell) {
        Expectation expectation = cell.spec().expectation();
        return expectation == Expectation.REACHES
                        || expectation == Expectation.RESOLVES
                        || expectation == Expectation.ENTERS
                ? Prediction.Outcome.PASSES
                : Prediction.Outcome.STOPPED;
    }

    private static Prediction.Outcome observed(Prediction.Outcome declared, Verdict verdict) {
        Prediction.Outcome other =
                declared == Prediction.Outcome.PASSES ? Prediction.Outcome.STOPPED : Prediction.Outcome.PASSES;
        return switch (verdict) {
            case HOLDS -> declared;
            case BROKEN -> other;
            case COULD_NOT_JUDGE -> Prediction.Outcome.UNKNOWN;
        };
    }

    Prediction predict(Cell cell) {
        if (cell.spec().clause() == Clause.A10) {
            return Prediction.unknown("a door translates; this oracle does not walk translations");
        }
        return switch (cell.spec().kind()) {
            case RESOLVE, IPV6_STATE -> Prediction.unknown("the guest's own doing; no rule of the host decides it");
            case DNS -> question(cell);
            default ->
                switch (cell.spec().from()) {
                    case HOST -> fromHost(cell);
                    case LAN -> fromLan(cell);
                    case BOX -> fromBox(cell);
                };
        };
    }

    private Prediction fromBox(Cell cell) {
        return switch (cell.spec().to()) {
            case PUBLIC -> outAndBack(cell);
            case RANGE, DEAD_RANGE -> routed(cell);
            case HOST, HOST_DNS -> toHost(cell);
            case HOST_LOOPBACK -> loopback(cell);
            case HOST_LINK_LOCAL -> ipv6ToHost(cell);
            case ALL_ROUTERS -> ipv6ToHost(cell).or(() -> toAnySibling(cell));
            case PUBLIC_IPV6 -> ipv6Out(cell);
            case SIBLING, BROADCAST, MULTICAST, ALL_NODES, SIBLING_ON_LINK, DHCP_CLIENTS -> switched(cell);
            case SIBLING_LINK_LOCAL ->
                switched(cell)
                        .then(() -> Packets.isHandMade(cell.spec().kind())
                                ? Prediction.passes("no live rule stops it between the two ports")
                                : Prediction.unknown(
                                        "no live rule stops it; whether the guests speak IPv6 is their doing"));
            default -> Prediction.unknown("this oracle has no rule to walk for it");
        };
    }

    private Prediction toHost(Cell cell) {
        return walk.hook("prerouting", "ip", fromBoxnet(cell)).then(() -> walk.hook("input", "ip", fromBoxnet(cell)));
    }

    /** A packet to 127.0.0.1 that comes by a wire is dropped by the routing code, unless a switch says otherwise. */
    private Prediction loopback(Cell cell) {
        return rules.switches().routesLoopback()
                ? toHost(cell)
                : Prediction.stopped("route_localnet is 0: the kernel takes no packet for 127.0.0.0/8 from a wire");
    }

    private Prediction routed(Cell cell) {
        if (cell.address().startsWith("224.") || isMulticast(cell.address())) {
            return Prediction.stopped("multicast is not forwarded: no multicast router runs");
        }
        Optional<Route> route = rules.route(cell.address());
        if (route.isEmpty() || route.get().device().isEmpty()) {
            return Prediction.stopped("the host has no route to " + cell.address());
        }
        if (!rules.switches().forwards()) {
            return Prediction.stopped("net.ipv4.ip_forward is 0");
        }
        Packet packet = fromBoxnet(cell).with("meta oifname", route.get().device());
        return walk.hook("prerouting", "ip", packet)
                .then(() -> walk.hook("forward", "ip", packet))
                .then(() -> walk.hook("postrouting", "ip", packet));
    }

    private static boolean isMulticast(String address) {
        int first = Integer.parseInt(address.substring(0, address.indexOf('.')));
        return first >= 224 && first < 240;
    }

    /** It must get out under the host's address, and its answer back in. */
    private Prediction outAndBack(Cell cell) {
        String device = rules.route(cell.address()).map(Route::device).orElse("");
        Packet back = Packets.of(cell, cell.address(), address(cell), ANY_PORT)
                .with("meta iifname", device)
                .with("meta oifname", situation.bridge())
                .with("ct state", "established");
        return routed(cell)
                .then(() -> walk.masqueraded(fromBoxnet(cell).with("meta oifname", device)))
                .then(() -> walk.hook("forward", "ip", back));
    }

    /** From one port of the bridge to another. */
    private Prediction switched(Cell cell) {
        return switched(cell, situation.box(cell.peer()));
    }

    private Prediction switched(Cell cell, Subject peer) {
        String from = situation.box(cell.from()).device();
        String to = peer.device();
        Optional<BridgePort> sender = rules.port(from);
        Optional<BridgePort> receiver = rules.port(to);
        if (sender.isEmpty() || receiver.isEmpty()) {
            return Prediction.unknown("a port of the two is not on " + situation.bridge());
        }
        if (sender.get().isolated() && receiver.get().isolated()) {
            return Prediction.stopped("both ports are isolated");
        }
        Packet frame = Packets.of(cell, address(cell), cell.address(), ANY_PORT)
                .with("meta iifname", from)
                .with("meta oifname", to)
                .with("meta ibrname", situation.bridge())
                .with("meta obrname", situation.bridge())
                .with("ether saddr", situation.box(cell.from()).mac())
                .with("arp saddr ether", situation.box(cell.from()).mac());
        return walk.hook("forward", "bridge", frame)
                .then(() -> rules.switches().bridgeAsksInet()
                        ? Prediction.unknown("bridge-nf-call-iptables is on: inet rules see these frames too")
                        : Prediction.passes("no live rule stops it between the two ports"));
    }

    /** A solicitation for routers goes to everybody, and a sibling may well pose as one. */
    private Prediction toAnySibling(Cell cell) {
        for (Subject peer : situation.boxes()) {
            if (!peer.label().equals(cell.from())) {
                Prediction way = switched(cell, peer);
                if (way.outcome() != Prediction.Outcome.STOPPED) {
                    return Prediction.unknown("box " + peer.label() + " hears it, and may answer");
                }
            }
        }
        return Prediction.stopped("no box hears it");
    }

    private Prediction fromHost(Cell cell) {
        Packet packet = Packets.of(cell, situation.gateway(), cell.address(), ANY_PORT)
                .with("meta oifname", situation.bridge());
        return walk.hook("output", "ip", packet).then(() -> walk.hook("postrouting", "ip", packet));
    }

    private Prediction fromLan(Cell cell) {
        String lan = String.valueOf(situation.lanAddress());
        if (!rules.switches().forwards()) {
            return Prediction.stopped("net.ipv4.ip_forward is 0");
        }
        Packet packet = Packets.of(cell, lan, cell.address(), ANY_PORT)
                .with("meta iifname", rules.route(lan).map(Route::device).orElse(""))
                .with("meta oifname", situation.bridge());
        return walk.hook("prerouting", "ip", packet)
                .then(() -> walk.hook("forward", "ip", packet))
                .then(() -> walk.hook("postrouting", "ip", packet));
    }

    private Prediction ipv6ToHost(Cell cell) {
        if (!rules.switches().ipv6()) {
            return Prediction.stopped("IPv6 is off on " + situation.bridge());
        }
        Packet packet = Packets.of(cell, "", cell.address(), ANY_PORT).with("meta iifname", situation.bridge());
        return walk.hook("prerouting", "ip6", packet).then(() -> walk.hook("input", "ip6", packet));
    }

    private Prediction ipv6Out(Cell cell) {
        if (!rules.switches().ipv6()) {
            return Prediction.stopped("IPv6 is off on " + situation.bridge());
        }
        if (!rules.switches().forwardsIpv6()) {
            return Prediction.stopped("net.ipv6.conf.all.forwarding is 0");
        }
        Packet packet = Packets.of(cell, "", cell.address(), ANY_PORT).with("meta iifname", situation.bridge());
        return walk.hook("forward", "ip6", packet)
                .then(() -> Prediction.unknown("no live rule stops it; whether there is a way on is not looked at"));
    }

    /** A question must first get to the resolver, and then find something. */
    private Prediction question(Cell cell) {
        Packet packet = Packets.of(cell, address(cell), cell.address(), ANY_PORT)
                .ports("udp", ANY_PORT, 53)
                .with("meta iifname", situation.bridge())
                .with(Packets.LOCAL_TYPE, "local")
                .with("ether saddr", situation.box(cell.from()).mac());
        return walk.hook("input", "ip", packet).then(() -> found(cell));
    }

    private Prediction found(Cell cell) {
        NameService names = rules.names();
        SplitName split = situation.vpnName();
        return switch (cell.spec().to()) {
            case SIBLING_REVERSE -> names.reverse(situation.box(cell.peer()).name());
            case PUBLIC_NAME -> names.published();
            case VPN_NAME ->
                split == null ? Prediction.unknown("no such name is known") : names.split(split.resolver());
            default -> names.question(cell.name());
        };
    }

    /** As it comes in from the bridge, with what the host's routing says of its target. */
    private Packet fromBoxnet(Cell cell) {
        boolean own = situation.hostAddresses().stream()
                .anyMatch(address -> address.device().equals(situation.bridge())
                        && address.address().equals(cell.address()));
        return Packets.of(cell, address(cell), cell.address(), ANY_PORT)
                .with("meta iifname", situation.bridge())
                .with(Packets.LOCAL_TYPE, own ? "local" : "other")
                .with("ether saddr", situation.box(cell.from()).mac());
    }

    private String address(Cell cell) {
        return cell.spec().from() == Origin.BOX ? situation.box(cell.from()).address() : "";
    }
}
