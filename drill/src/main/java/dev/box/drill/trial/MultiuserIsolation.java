package dev.box.drill.trial;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.process.Subprocess;
import dev.box.core.tenant.Account;
import dev.box.core.wait.Poll;
import dev.box.drill.contract.Clause;
import dev.box.drill.contract.Target;
import dev.box.drill.count.CounterRule;
import dev.box.drill.count.Counters;
import dev.box.drill.count.Point;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.phase.CellRun;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.phase.SituationReader;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import dev.box.drill.probe.AtOnce;
import dev.box.drill.probe.GuestProber;
import dev.box.drill.probe.IncusGuest;
import dev.box.drill.probe.Probers;
import dev.box.drill.report.CellReport;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.Incus;
import dev.box.incus.StopMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** The part of phase U that is measured by packets: across accounts, and for what is attached without the profile. */
final class MultiuserIsolation {

    /** What a NIC of one's own making cannot take away, since it is not on the NIC. */
    private static final Set<Clause> OF_NETWORK_AND_HOST =
            Set.of(Clause.A1, Clause.A2_HOST, Clause.A2_LAN, Clause.A3, Clause.A4, Clause.A5, Clause.A7);

    private static final String RAW = "r";

    private final Bench bench;
    private final People people;
    private final String one;
    private final String other;

    MultiuserIsolation(Bench bench, People people, String one, String other) {
        this.bench = bench;
        this.people = people;
        this.one = one;
        this.other = other;
    }

    void trials(Map<String, Trial> trials) {
        trials.put("U3.siblings", this::siblings);
        trials.put("U3.raw", this::raw);
        trials.put("U3.routes", this::routes);
    }

    private Tried siblings(Deadline deadline) {
        Subject hers = subject("u", one, people.box(one, "u", deadline), deadline);
        Subject his = subject("v", other, people.box(other, "v", deadline), deadline);
        return Core.look(context(List.of(hers, his), deadline), deadline);
    }

    /** The row's control is a mutation: without the bridge drop, frames from and to the raw instance arrive. */
    private Tried raw(Deadline deadline) {
        Subject raw = rawSubject(deadline);
        Subject his = subject("v", other, people.box(other, "v", deadline), deadline);
        PhaseContext context = context(List.of(his, raw), deadline);
        List<Cell> cells = Core.cells(context).stream()
                .filter(cell -> OF_NETWORK_AND_HOST.contains(cell.spec().clause()))
                .filter(cell -> cell.from().equals(RAW) || cell.peer().equals(RAW))
                .toList();
        CellRun run = new CellRun(Core.hasty(context));
        List<CellReport> bad = run.look(cells, deadline).cells().stream()
                .filter(cell -> cell.verdict() != Verdict.HOLDS)
                .toList();
        Optional<CellReport> broken =
                bad.stream().filter(cell -> cell.verdict() == Verdict.BROKEN).findFirst();
        if (broken.isPresent()) {
            stop(deadline);
            return Tried.broken(
                    "a cell is broken",
                    broken.get().id() + ": " + broken.get().because() + " ("
                            + broken.get().words() + ")");
        }
        List<Cell> ways = cells.stream()
                .filter(cell -> cell.spec().clause() == Clause.A3 && cell.spec().to() == Target.SIBLING)
                .toList();
        long through = withoutBridgeDrop(run, ways, deadline);
        String words =
                cells.size() + " cells from and to " + raw.address() + ", which it holds by a lease; not holding: "
                        + (bad.isEmpty()
                                ? "none"
                                : bad.getFirst().id() + ": " + bad.getFirst().because())
                        + "; without the bridge drop " + through + " of " + ways.size() + " ways are open";
        return through > 0 && bad.isEmpty() ? Tried.holds(words) : Tried.unjudged("its control failed", words);
    }

    private long withoutBridgeDrop(CellRun run, List<Cell> ways, Deadline deadline) {
        Disturbance gone = bench.disturb("multiuser.bridge-drop", deadline);
        try {
            gone.make(deadline);
            return run.look(ways, deadline).cells().stream()
                    .filter(cell -> cell.verdict() == Verdict.BROKEN)
                    .count();
        } finally {
            // its port is not isolated, which is what it is for; while it is there the layers are not as they should be
            stop(deadline);
            gone.undo(deadline);
        }
    }

    private void stop(Deadline deadline) {
        Incus project = people.in(people.account(one, deadline));
        if (project.instances().get(people.name(RAW), deadline).value().running()) {
            project.instances().stop(people.name(RAW), StopMode.FORCE, deadline).await(deadline);
        }
    }

    private Tried routes(Deadline deadline) {
        String name = attached(deadline);
        stop(deadline); // a NIC that is changed while its instance runs is plugged in anew, and leased once more
        String address = bench.context().situation().publicHost().address();
        String set = "incus config device set " + name + " eth0 ipv4.routes=" + address + "/32";
        Subprocess.Result taken = people.as(one, set, deadline);
        try {
            Subject raw = rawSubject(deadline);
            String route = people.root("ip route get " + address, deadline).stdout();
            AtOnce.Both<Long, String> both = AtOnce.both(
                    "knocking at " + address,
                    () -> knock(raw, address, deadline),
                    () -> people.root("box doctor --json", deadline).stdout());
            long arrived = both.first();
            String doctor = both.second();
            return Tried.of(
                    taken.ok() && route.contains("dev " + HostNames.NETWORK),
                    arrived == 0 && doctor.contains(address + "/32 leads to " + HostNames.NETWORK),
                    arrived > 0 ? "frames for it arrived" : "the doctor does not see it",
                    "the host routes " + address + " to " + HostNames.NETWORK + "; frames for it that came to "
                            + raw.name() + ": " + arrived);
        } finally {
            stop(deadline);
            people.as(one, "incus config device unset " + name + " eth0 ipv4.routes", deadline);
        }
    }

    /** The host and a box of the drill's talk to that address; how many frames for it went to the instance's port. */
    private long knock(Subject to, String address, Deadline deadline) {
        CounterRule rule = new CounterRule(new Point.ToBox(to), "ip daddr " + address, "taken");
        String tcp = "timeout 3 bash -c 'exec 3<>/dev/tcp/" + address + "/7'; :";
        String ping = "ping -c 2 -W 1 " + address + "; :";
        List<Callable<Object>> all = new ArrayList<>();
        for (String script : List.of(tcp, ping)) {
            all.add(() -> people.root(script, deadline));
            all.add(() -> bench.context()
                    .incus()
                    .instances()
                    .exec(bench.boxes().getFirst(), ExecRequest.of("sh", "-c", script), deadline));
        }
        try (Counters counters =
                Counters.arm(List.of(rule), bench.context().situation().uplinks(), deadline)) {
            AtOnce.all("knocking at " + address, all);
            return counters.read(deadline).getOrDefault("taken", 0L);
        }
    }

    /**
     * What an account can put on boxnet by hand. Its address is a fixed one, so that dnsmasq knows its card: an instance
     * without a lease would be silent for another reason than the one that is measured.
     */
    private String attached(Deadline deadline) {
        String name = people.name(RAW);
        if (people.in(people.granted(one, deadline))
                .instances()
                .find(name, deadline)
                .isEmpty()) {
            String free = bench.context().situation().prefix().replaceFirst("\\.0/24$", ".253");
            String script = "incus init box/debian/13/cloud " + name + " -p default && incus config device add " + name
                    + " eth0 nic network=" + HostNames.NETWORK + " name=eth0 ipv4.address=" + free;
            Subprocess.Result made = people.as(one, script, deadline);
            if (!made.ok()) {
                throw new BoxFailure.Unjudged("attaching an instance by hand", MultiuserPhase.said(made), "");
            }
        }
        return name;
    }

    /** The same, running and with its lease. */
    private Subject rawSubject(Deadline deadline) {
        String name = attached(deadline);
        Account account = people.account(one, deadline);
        Incus project = people.in(account);
        if (!project.instances().get(name, deadline).value().running()) {
            project.instances().start(name, deadline).await(deadline);
        }
        GuestProber prober = prober(account, name, deadline);
        Optional<Boolean> leased = Poll.until("waiting for the raw instance's lease", deadline, () -> {
            GuestProber.Run run = prober.facts(deadline);
            return run.failure().isEmpty() && !run.facts().address().isEmpty() ? Optional.of(true) : Optional.empty();
        });
        if (leased.isEmpty()) {
            throw new BoxFailure.Unjudged("waiting for a lease", name + " got none", "");
        }
        return reader(account).subject(RAW, name, prober, deadline);
    }

    private Subject subject(String label, String who, String name, Deadline deadline) {
        Account account = people.account(who, deadline);
        return reader(account).subject(label, name, prober(account, name, deadline), deadline);
    }

    private SituationReader reader(Account account) {
        return new SituationReader(bench.context().host(), people.in(account));
    }

    private GuestProber prober(Account account, String name, Deadline deadline) {
        String prefix = bench.context().situation().prefix();
        return new GuestProber(new IncusGuest(people.in(account), name), prefix);
    }

    /** The drill's first box and these, each with its instrument. */
    private PhaseContext context(List<Subject> subjects, Deadline deadline) {
        PhaseContext run = bench.context();
        Situation situation = run.situation();
        List<Subject> all = new ArrayList<>(List.of(situation.boxes().getFirst()));
        all.addAll(subjects);
        Map<String, GuestProber> probers = new LinkedHashMap<>(run.probers().boxes());
        for (Subject subject : subjects) {
            Account account = people.account(subject.label().equals("v") ? other : one, deadline);
            probers.put(subject.label(), prober(account, subject.name(), deadline));
        }
        Probers instruments =
                new Probers(probers, run.probers().host(), run.probers().lan());
        return run.with(situation.boxes(all), instruments);
    }
}
