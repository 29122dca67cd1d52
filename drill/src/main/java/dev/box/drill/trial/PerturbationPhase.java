package dev.box.drill.trial;

import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.box.Checkpoints;
import dev.box.core.box.SnapshotLabel;
import dev.box.core.door.Doors;
import dev.box.core.host.HostNames;
import dev.box.core.host.SetupHost;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.mint.Rollback;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.template.Templates;
import dev.box.core.wait.Poll;
import dev.box.drill.contract.LayerId;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.control.LayerChecks;
import dev.box.drill.count.CounterRule;
import dev.box.drill.count.Counters;
import dev.box.drill.count.Point;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.plan.Subject;
import dev.box.drill.report.LayerReport;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.StopMode;
import dev.box.incus.Versioned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Phase P: parts of the host fail, come back, or are gone, while a box tries to get out all the time. */
final class PerturbationPhase extends TrialPhase {

    private static final long ENOUGH = 25;
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String MARK = "drill-p";

    PerturbationPhase(Bench bench) {
        super(PhaseId.P, bench);
    }

    /** Something that is done to the host or to a box. */
    private interface Act {
        void run(Deadline deadline);
    }

    @Override
    Map<String, Trial> trials(Deadline deadline) {
        Map<String, Trial> trials = new LinkedHashMap<>();
        trials.put("A12.boot", this::boot);
        trials.put("A12.order", this::order);
        trials.put("A12.daemon-restart", limit -> daemon("systemctl restart incus", limit));
        trials.put("A12.daemon-killed", limit -> daemon("systemctl kill --signal=KILL incus", limit));
        trials.put("A12.dnsmasq-killed", this::dnsmasq);
        trials.put("A12.flush", this::flush);
        trials.put("A12.unit", this::unit);
        trials.put("A12.box-restart", limit -> box(this::restart, limit));
        trials.put("A12.box-restored", limit -> box(this::restore, limit));
        trials.put("A12.address-reused", this::addressReused);
        return trials;
    }

    /** Its first frames leave before it has an address, and before anybody could have finished setting its port up. */
    private Tried boot(Deadline deadline) {
        PhaseContext context = bench().context();
        Subject last = context.situation().boxes().getLast();
        Beacon beacon = new Beacon(context, last, others(last));
        incus().instances().stop(last.name(), StopMode.FORCE, deadline).await(deadline);
        beacon.install(deadline);
        Beacon.Seen seen;
        try (Counters counters = beacon.arm(deadline)) {
            incus().instances().start(last.name(), deadline).await(deadline);
            beacon.awaitFrames(counters, ENOUGH, deadline.within(SOON));
            bench().reread(deadline);
            seen = beacon.read(counters, deadline);
        }
        beacon.stop(deadline);
        return judged(seen, "while " + last.label() + " booted: ", deadline);
    }

    private Tried order(Deadline deadline) {
        String shown = shell(
                        "systemctl show -p Before,UnitFileState " + HostNames.UNIT
                                + "; systemctl show -p After incus.service",
                        deadline)
                .stdout();
        boolean shipped = bench().stack().unit().verify(deadline).isEmpty();
        boolean before =
                shown.lines().anyMatch(line -> line.startsWith("Before=") && (line + " ").contains("incus.service "))
                        && shown.lines().anyMatch(line -> line.startsWith("After=") && line.contains(HostNames.UNIT));
        boolean enabled = shown.contains("UnitFileState=enabled");
        return Tried.of(
                !shown.isBlank(),
                before && enabled && shipped,
                !before
                        ? "systemd would not start it before incus"
                        : !enabled ? "it is not enabled" : "it is not the shipped unit",
                "before incus.service: " + before + ", enabled: " + enabled + ", as shipped: " + shipped);
    }

    private Tried daemon(String command, Deadline deadline) {
        Disturbance disturbance = bench().disturb("perturb.daemon", deadline);
        try {
            return meanwhile(
                    limit -> {
                        shell(command, limit);
                        disturbance.undo(limit);
                    },
                    "'" + command + "', until it answered again: ",
                    deadline);
        } finally {
            disturbance.undo(Deadline.after(SOON));
        }
    }

    private Tried dnsmasq(Deadline deadline) {
        Disturbance disturbance = bench().disturb("perturb.dnsmasq", deadline);
        return meanwhile(
                limit -> {
                    disturbance.make(limit);
                    disturbance.undo(limit);
                },
                "killed, until setup had brought it back: ",
                deadline);
    }

    private Tried flush(Deadline deadline) {
        PhaseContext context = bench().context();
        Subject first = context.situation().boxes().getFirst();
        Beacon beacon = new Beacon(context, first, others(first));
        Disturbance disturbance = bench().disturb("perturb.flush", deadline);
        beacon.start(deadline);
        Beacon.Seen seen;
        List<String> red;
        List<String> left;
        try {
            disturbance.make(deadline);
            try (Counters counters = beacon.arm(deadline)) {
                beacon.awaitFrames(counters, ENOUGH, deadline.within(SOON));
                seen = beacon.read(counters, deadline);
            }
            red = red(deadline);
            new SetupHost(bench().stack()).run(Progress.silent(), deadline);
            beacon.stop(deadline);
            bench().reread(deadline);
            left = red(deadline);
        } finally {
            disturbance.undo(Deadline.after(Duration.ofMinutes(1)));
        }
        boolean apart = seen.leaks().keySet().stream()
                .noneMatch(place -> place.contains("sibling") || place.contains("broadcast"));
        boolean noticed = red.containsAll(List.of(LayerId.HOST_INPUT.id(), LayerId.ACL.id(), LayerId.BRIDGE_DROP.id()));
        boolean open = seen.leaks().containsKey("private space");
        String words = "flushed: " + seen.words() + "; red layers: " + red + "; after setup: "
                + (left.isEmpty() ? "none" : left);
        if (!open || seen.left() < ENOUGH) {
            return Tried.unjudged("private space was not in reach although every rule was gone", words);
        }
        if (!apart) {
            return Tried.broken("siblings were in reach", words);
        }
        if (!noticed || !left.isEmpty()) {
            return Tried.broken(noticed ? "setup did not put it back" : "the layers' own checks did not notice", words);
        }
        return and(Core.look(bench().context(), deadline), words);
    }

    /** What happens at boot, on a host that has lost box's tables; then over and over, under fire. */
    private Tried unit(Deadline deadline) {
        Disturbance disturbance = bench().disturb("perturb.tables", deadline);
        disturbance.make(deadline);
        List<String> gone = red(deadline);
        shell("systemctl restart " + HostNames.UNIT, deadline);
        List<String> back = red(deadline);
        disturbance.undo(deadline);
        if (!gone.contains(LayerId.HOST_INPUT.id()) || !back.isEmpty()) {
            return Tried.of(
                    gone.contains(LayerId.HOST_INPUT.id()),
                    back.isEmpty(),
                    "still red: " + back,
                    "red without the tables: " + gone);
        }
        return meanwhile(
                limit -> {
                    for (int i = 0; i < 10; i++) {
                        shell("systemctl restart " + HostNames.UNIT, limit);
                    }
                },
                "red without the tables: " + gone + ", none once the unit had run; run ten times more: ",
                deadline);
    }

    private Tried box(Act act, Deadline deadline) {
        Subject last = bench().context().situation().boxes().getLast();
        return meanwhile(act, last.label() + " came back: ", deadline);
    }

    private void restart(Deadline deadline) {
        String name = bench().boxes().getLast();
        incus().instances().restart(name, StopMode.FORCE, deadline).await(deadline);
    }

    private void restore(Deadline deadline) {
        String name = bench().boxes().getLast();
        new Checkpoints(incus(), boxes()).take(name, new SnapshotLabel(MARK), Progress.silent(), deadline);
        new Rollback(incus(), boxes()).run(name, MARK, Progress.silent(), deadline);
        if (!incus().instances().get(name, deadline).value().running()) {
            incus().instances().start(name, deadline).await(deadline);
        }
    }

    private Tried addressReused(Deadline deadline) {
        String first = mint("door", deadline);
        String second = mint("heir", deadline);
        Doors doors = new Doors(incus(), boxes(), bench().stack());
        int hostPort = DoorsPhase.freePort();
        doors.open(first, DoorsPhase.PORT, hostPort, Progress.silent(), deadline);
        String address = doors.list(first, deadline).getFirst().connect().replaceAll("^tcp:|:\\d+$", "");
        long before = throughDoor(hostPort, address, deadline);
        bench().release(first, deadline);
        boolean same = giveAddress(second, address, deadline);
        long after = throughDoor(hostPort, address, deadline);
        int rules = incus().networkAcls()
                .get(HostNames.ACL, deadline)
                .value()
                .ingress()
                .size();
        bench().release(second, deadline);
        return Tried.of(
                same && before > 0,
                after == 0 && rules == 0,
                "the old door leads to the new box",
                "by the door to " + address + " went " + before + " frames; its box removed, another box at " + address
                        + ": " + after + " frames, " + rules + " ingress rules left");
    }

    /** Frames that a knock at the host's port sent into the boxes' network, towards that address. */
    private long throughDoor(int hostPort, String address, Deadline deadline) {
        String key = "through the door";
        CounterRule rule =
                new CounterRule(new Point.Uplink(), "ip daddr " + address + " tcp dport " + DoorsPhase.PORT, key);
        String bridge = bench().context().situation().bridge();
        try (Counters counters = Counters.arm(List.of(rule), List.of(bridge), deadline)) {
            DoorsPhase.knock(hostPort);
            return counters.read(deadline).getOrDefault(key, 0L);
        }
    }

    private boolean giveAddress(String name, String address, Deadline deadline) {
        incus().instances().stop(name, StopMode.FORCE, deadline).await(deadline);
        Versioned<Instance> stopped = incus().instances().get(name, deadline);
        Map<String, Map<String, String>> devices =
                new LinkedHashMap<>(stopped.value().devices());
        Map<String, String> nic =
                new LinkedHashMap<>(stopped.value().expandedDevices().getOrDefault(HostNames.NIC, Map.of()));
        nic.put("ipv4.address", address);
        devices.put(HostNames.NIC, nic);
        incus().instances()
                .replace(name, stopped.with(stopped.value().withDevices(devices)), deadline)
                .await(deadline);
        incus().instances().start(name, deadline).await(deadline);
        return Poll.until("waiting for " + address, deadline.within(SOON), () -> holds(name, address, deadline))
                .isPresent();
    }

    private Optional<Boolean> holds(String name, String address, Deadline deadline) {
        return incus().instances().state(name, deadline).network().values().stream()
                        .anyMatch(nic -> nic.addresses().stream()
                                .anyMatch(one -> one.address().equals(address)))
                ? Optional.of(true)
                : Optional.empty();
    }

    private String mint(String suffix, Deadline deadline) {
        String name = bench().claim(suffix, deadline);
        Mint.forMeasuring(
                        incus(),
                        bench().stack().host().settings(),
                        Templates.of(bench().stack().host().settings()),
                        bench().version())
                .mint(MintRequest.of(BoxName.of(name)), Progress.silent(), deadline);
        return name;
    }

    /** Does it under the fire of a beacon in the first box, counted at all boxes but the last; then measures the core. */
    private Tried meanwhile(Act act, String what, Deadline deadline) {
        PhaseContext context = bench().context();
        Subject first = context.situation().boxes().getFirst();
        List<Subject> siblings = new ArrayList<>(others(first));
        if (siblings.size() > 1) {
            siblings.removeLast(); // it may get a new port, and what is counted at the old one is nothing
        }
        Beacon beacon = new Beacon(context, first, siblings);
        beacon.start(deadline);
        Beacon.Seen seen;
        try (Counters counters = beacon.arm(deadline)) {
            act.run(deadline);
            beacon.awaitFrames(counters, ENOUGH, deadline.within(SOON));
            seen = beacon.read(counters, deadline);
        }
        bench().reread(deadline);
        beacon.stop(deadline);
        return judged(seen, what, deadline);
    }

    private Tried judged(Beacon.Seen seen, String what, Deadline deadline) {
        String words = what + seen.words();
        if (!seen.leaks().isEmpty()) {
            return Tried.broken("something passed meanwhile", words);
        }
        return seen.left() < ENOUGH
                ? Tried.unjudged("too few of its frames were seen on the bridge", words)
                : and(Core.look(bench().context(), deadline), words);
    }

    private static Tried and(Tried core, String words) {
        return new Tried(core.verdict(), core.because(), words + "; afterwards: " + core.words());
    }

    private List<Subject> others(Subject box) {
        return bench().context().situation().boxes().stream()
                .filter(other -> !other.label().equals(box.label()))
                .toList();
    }

    private List<String> red(Deadline deadline) {
        return LayerChecks.check(bench().stack(), deadline).stream()
                .filter(layer -> !layer.green())
                .map(LayerReport::id)
                .toList();
    }

    private Subprocess.Result shell(String line, Deadline deadline) {
        return bench().stack()
                .host()
                .machine()
                .command("sh", "-c", line)
                .orFail("running '" + line + "'", "systemctl status incus", deadline);
    }

    private Boxes boxes() {
        return new Boxes(incus(), bench().stack().host().settings());
    }

    private Incus incus() {
        return bench().incus();
    }
}
