package dev.box.drill.trial;

import dev.box.core.failure.BoxFailure;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.contract.Target;
import dev.box.drill.count.CounterRule;
import dev.box.drill.count.Counters;
import dev.box.drill.count.Point;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.phase.CellRun;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.PublicHost;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import dev.box.drill.probe.AtOnce;
import dev.box.drill.report.CellReport;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecResult;
import dev.box.incus.Incus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Phase D: Incus's source filters one by one: what a box still can, and what it no longer can. */
final class RehearsalPhase extends TrialPhase {

    /** A network namespace behind a veth pair, masqueraded to the box's address: what Docker's bridge is to a box. */
    private static final String NEST = """
            set -e
            ip netns add drilled
            ip link add drill0 type veth peer name eth0 netns drilled
            ip addr add 172.30.99.1/24 dev drill0; ip link set drill0 up
            ip -n drilled addr add 172.30.99.2/24 dev eth0; ip -n drilled link set eth0 up; ip -n drilled link set lo up
            ip -n drilled route add default via 172.30.99.1
            echo 1 >/proc/sys/net/ipv4/ip_forward
            """;

    private static final String UNNEST = "ip link del drill0 2>/dev/null; ip netns del drilled 2>/dev/null; true";

    private static final String ASK = """
            import socket
            s = socket.create_connection(("%s", %d), %s)
            s.sendall(b"nested\\n")
            print(s.recv(16).decode().strip())
            """;

    /** Seconds for an answer: one that is wanted gets a SYN more than one that a reader is only told of. */
    private static final String PATIENT = "3";

    private static final String SILENT = "1.2";

    private static final String MASQUERADE = """
            table ip drilled {
              chain out {
                type nat hook postrouting priority 100
                ip saddr 172.30.99.0/24 masquerade
              }
            }
            """;

    /** Frames in another's MAC, one every two milliseconds for two seconds and a half. */
    private static final String FLOOD = """
            import socket, struct, sys, time
            own, other, gateway, sport = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
            b = lambda mac: bytes(int(p, 16) for p in mac.split(":"))
            import os
            name = next(n for n in os.listdir("/sys/class/net") if open("/sys/class/net/%s/address" % n).read().strip() == own)
            s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
            s.bind((name, 0))
            body = struct.pack("!HHHH", sport, 9, 8, 0)
            head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 28, 0, 0x4000, 64, 17, 0, b"\\x00" * 4, b"\\xff" * 4)
            end = time.monotonic() + 2.5
            n = 0
            while time.monotonic() < end:
                s.send(b(gateway) + b(other) + b"\\x08\\x00" + head + body)
                n += 1
                time.sleep(0.002)
            print(n)
            """;

    /** Connections one after the other, each with its own answer. */
    private static final String TALK = """
            import socket, sys, time
            address, port = sys.argv[1], int(sys.argv[2])
            end, good, all = time.monotonic() + 2, 0, 0
            while time.monotonic() < end:
                all += 1
                try:
                    with socket.create_connection((address, port), 2) as s:
                        s.sendall(b"talk\\n")
                        good += s.recv(16) == b"talk\\n"
                except OSError:
                    pass
            print("%d of its %d connections succeeded" % (good, all))
            """;

    /** Fewer frames than this are no flood. */
    private static final long ENOUGH = 50;

    private static final String UNBOUND = "rehearse.binding";

    private static final Duration ONE_COMMAND = Duration.ofSeconds(20);

    RehearsalPhase(Bench bench) {
        super(PhaseId.D, bench);
    }

    @Override
    Map<String, Trial> trials(Deadline deadline) {
        Map<String, Trial> trials = new LinkedHashMap<>();
        trials.put("A8.flood.sibling", this::flood);
        trials.put("B5.mac", limit -> rehearsed("rehearse.mac", false, limit));
        trials.put("B5.ipv4", limit -> rehearsed("rehearse.ipv4", true, limit));
        trials.put("B5.both", limit -> lives(true, limit));
        return trials;
    }

    /** With another profile, whose change gives every box a new NIC; armed for undoing before it is made. */
    private Tried rehearsed(String id, boolean addresses, Deadline deadline) {
        Disturbance disturbance = bench().disturb(id, deadline);
        try {
            disturbance.make(deadline);
            bench().reread(deadline);
            return lives(addresses, deadline);
        } finally {
            Deadline back = Deadline.after(Duration.ofMinutes(1));
            disturbance.undo(back);
            bench().reread(back);
        }
    }

    /** @param addresses whether an address that is not the box's own is to be dropped at its port */
    private Tried lives(boolean addresses, Deadline deadline) {
        PhaseContext context = bench().context();
        PublicHost internet = context.situation().publicHost();
        String box = context.situation().boxes().getFirst().name();
        AtOnce.Both<CellRun.Look, Nested> both = AtOnce.both(
                "living with a filter",
                () -> new CellRun(Core.hasty(context)).look(strangeAddress(context), deadline),
                () -> nested(box, internet, deadline));
        CellRun.Look look = both.first();
        Nested nested = both.second();
        boolean own = look.redControls().isEmpty();
        boolean dropped = look.cells().stream().map(CellReport::verdict).allMatch(verdict -> verdict == Verdict.HOLDS);
        String words = "the box's own network " + (own ? "works" : "does not work: " + look.redControls())
                + "; a network inside it, not masqueraded: " + nested.plain() + ", masqueraded: " + nested.masqueraded()
                + "; an address that is not its own is " + (dropped ? "dropped" : "let through");
        return own
                ? Tried.of(
                        dropped == addresses,
                        nested.masqueraded().equals("answered"),
                        "a masqueraded network inside the box does not work",
                        words)
                : Tried.unjudged("the baseline is red", words);
    }

    /** What came back to a network inside the box, without its traffic being masqueraded and with. */
    private record Nested(String plain, String masqueraded) {}

    /** The rules go into the guest's network from outside: a minimal guest has no program for that. */
    private Nested nested(String box, PublicHost internet, Deadline deadline) {
        ExecResult made = run(box, deadline, "sh", "-c", NEST);
        try {
            if (made.exitStatus() != 0) {
                throw new BoxFailure.Unjudged(
                        "making a network inside " + box, made.stderr().strip(), "box info " + box);
            }
            String plain = ask(box, internet, SILENT, deadline);
            String pid = String.valueOf(incus().instances().state(box, deadline).pid());
            bench().stack()
                    .host()
                    .machine()
                    .command("nsenter", "--target", pid, "--net", "nft", "-f", "-")
                    .stdin(MASQUERADE)
                    .orFail("masquerading inside " + box, "apt-get install nftables", deadline);
            String masqueraded = ask(box, internet, PATIENT, deadline);
            bench().stack()
                    .host()
                    .machine()
                    .command("nsenter", "--target", pid, "--net", "nft", "delete table ip drilled")
                    .orFail("taking the masquerading out of " + box, "box rm " + box, deadline);
            return new Nested(plain, masqueraded);
        } finally {
            run(box, deadline, "sh", "-c", UNNEST);
        }
    }

    private String ask(String box, PublicHost internet, String seconds, Deadline deadline) {
        String script = ASK.formatted(internet.address(), internet.tcpPort(), seconds);
        ExecResult asked =
                run(box, deadline, "timeout", "4", "ip", "netns", "exec", "drilled", "python3", "-c", script);
        return asked.stdout().strip().equals("nested") ? "answered" : "nothing came back";
    }

    private static List<Cell> strangeAddress(PhaseContext context) {
        String first = context.situation().boxes().getFirst().label();
        return Planner.plan(context.situation()).cells().stream()
                .filter(cell -> cell.spec().kind() == ProbeKind.SYN_AS_ADDRESS
                        && cell.spec().to() == Target.GATEWAY_AS_NOBODY
                        && cell.from().equals(first))
                .toList();
    }

    /**
     * The bridge learns where a MAC lives before Incus's filter drops the frame, so without the binding of ports a flooder
     * draws a sibling's frames to its own port. That it does so once the binding is taken away is the control; one that is
     * seen to draw some with the binding needs none.
     */
    private Tried flood(Deadline deadline) {
        Flood bound = flooded(deadline);
        if (bound.drawn() > 0) {
            return Tried.broken("frames meant for the sibling came to the flooder's port", bound.words());
        }
        Disturbance disturbance = bench().disturb(UNBOUND, deadline);
        Flood unbound;
        try {
            disturbance.make(deadline);
            unbound = flooded(deadline);
        } finally {
            disturbance.undo(Deadline.after(Duration.ofMinutes(1)));
        }
        String words = bound.words() + "; without the binding: " + unbound.words();
        boolean able = bound.flooded() > ENOUGH && bound.drawn() == 0 && bound.kept() > 0 && unbound.drawn() > 0;
        return able ? Tried.holds(words) : Tried.unjudged("its control failed", words);
    }

    /**
     * @param flooded frames that left the flooder in the sibling's MAC
     * @param drawn frames for the sibling's MAC that came to the flooder's port meanwhile
     * @param kept those that came to the sibling's own
     * @param talk what came of the sibling's connections
     */
    private record Flood(long flooded, long drawn, long kept, String talk) {
        String words() {
            return flooded + " frames in the sibling's MAC; of those meant for it " + drawn
                    + " came to the flooder's port and " + kept + " to its own; " + talk;
        }
    }

    private Flood flooded(Deadline deadline) {
        PhaseContext context = bench().context();
        Situation situation = context.situation();
        Subject flooder = situation.boxes().getFirst();
        Subject victim = situation.boxes().get(1);
        int token = context.tokens().take();
        List<CounterRule> rules = List.of(
                new CounterRule(
                        new Point.FromBox(flooder), "ether saddr " + victim.mac() + " udp sport " + token, "flooded"),
                new CounterRule(new Point.ToBox(flooder), "ether daddr " + victim.mac(), "drawn"),
                new CounterRule(new Point.ToBox(victim), "ether daddr " + victim.mac(), "kept"));
        PublicHost internet = situation.publicHost();
        try (Counters counters = Counters.arm(rules, situation.uplinks(), deadline)) {
            String port = String.valueOf(internet.tcpPort());
            ExecResult talked = AtOnce.both(
                            "flooding",
                            () -> run(
                                    flooder.name(),
                                    deadline,
                                    "python3",
                                    "-c",
                                    FLOOD,
                                    flooder.mac(),
                                    victim.mac(),
                                    situation.bridgeMac(),
                                    String.valueOf(token)),
                            () -> run(victim.name(), deadline, "python3", "-c", TALK, internet.address(), port))
                    .second();
            Map<String, Long> counts = counters.read(deadline);
            return new Flood(
                    counts.getOrDefault("flooded", 0L),
                    counts.getOrDefault("drawn", -1L),
                    counts.getOrDefault("kept", 0L),
                    talked.stdout().strip());
        }
    }

    private ExecResult run(String box, Deadline deadline, String... command) {
        return incus().instances().exec(box, ExecRequest.of(command), deadline.within(ONE_COMMAND));
    }

    private Incus incus() {
        return bench().incus();
    }
}
