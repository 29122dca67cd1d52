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
import dev.box.drill.probe.GuestProber;
import dev.box.drill.probe.IncusGuest;
import dev.box.drill.probe.Probers;
import dev.box.drill.report.CellReport;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.Incus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
        CellRun run = new CellRun(context);
        CellRun.Look look = run.look(cells, deadline);
        List<CellReport> bad = look.cells().stream()
                .filter(cell -> cell.verdict() != Verdict.HOLDS)
                .toList();
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
        boolean unjudged = bad.stream().anyMatch(cell -> cell.verdict() == Verdict.COULD_NOT_JUDGE);
        return Tried.of(through > 0 && !ways.isEmpty() && !unjudged, bad.isEmpty(), "a cell is broken", words);
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
            people.must(
                    "incus stop -f --project " + people.account(one, deadline).project() + " " + people.name(RAW),
                    deadline);
            gone.undo(deadline);
        }
    }

    private Tried routes(Deadline deadline) {
        Subject raw = rawSubject(deadline);
        String address = bench.context().situation().publicHost().address();
        String set = "incus config device set " + raw.name() + " eth0 ipv4.routes=" + address + "/32";
        Subprocess.Result taken = people.as(one, set, deadline);
        try {
            Subject replugged = rawSubject(deadline);
            String route = people.root("ip route get " + address, deadline).stdout();
            long arrived = knock(replugged, address, deadline);
            String doctor = people.root("box doctor --json", deadline).stdout();
            return Tried.of(
                    taken.ok() && route.contains("dev " + HostNames.NETWORK),
                    arrived == 0 && doctor.contains(address + "/32 leads to " + HostNames.NETWORK),
                    arrived > 0 ? "frames for it arrived" : "the doctor does not see it",
                    "the host routes " + address + " to " + HostNames.NETWORK + "; frames for it that came to "
                            + raw.name() + ": " + arrived);
        } finally {
            people.as(one, "incus config device unset " + raw.name() + " eth0 ipv4.routes", deadline);
        }
    }

    /** The host and a box of the drill's talk to that address; how many frames for it went to the instance's port. */
    private long knock(Subject to, String address, Deadline deadline) {
        CounterRule rule = new CounterRule(new Point.ToBox(to), "ip daddr " + address, "taken");
        String script = "timeout 3 bash -c 'exec 3<>/dev/tcp/" + address + "/7'; ping -c 2 -W 1 " + address + "; :";
        try (Counters counters =
                Counters.arm(List.of(rule), bench.context().situation().uplinks(), deadline)) {
            people.root(script, deadline);
            bench.context()
                    .incus()
                    .instances()
                    .exec(bench.boxes().getFirst(), ExecRequest.of("sh", "-c", script), deadline);
            return counters.read(deadline).getOrDefault("taken", 0L);
        }
    }

    /**
     * What an account can put on boxnet by hand. Its address is a fixed one, so that dnsmasq knows its card: an instance
     * without a lease would be silent for another reason than the one that is measured.
     */
    private Subject rawSubject(Deadline deadline) {
        Account account = people.granted(one, deadline);
        String name = people.name(RAW);
        Incus project = people.in(account);
        if (project.instances().find(name, deadline).isEmpty()) {
            String free = bench.context().situation().prefix().replaceFirst("\\.0/24$", ".253");
            String script = "incus launch box/debian/13/cloud " + name + " -p default && incus stop -f " + name
                    + " && incus config device add " + name + " eth0 nic network=" + HostNames.NETWORK
                    + " name=eth0 ipv4.address=" + free + " && incus start " + name;
            Subprocess.Result made = people.as(one, script, deadline);
            if (!made.ok()) {
                throw new BoxFailure.Unjudged("attaching an instance by hand", MultiuserPhase.said(made), "");
            }
        }
        people.root("incus start --project " + account.project() + " " + name + " 2>/dev/null", deadline);
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
