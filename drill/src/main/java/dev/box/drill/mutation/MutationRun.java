package dev.box.drill.mutation;

import dev.box.core.failure.BoxFailure;
import dev.box.core.wait.Poll;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.LayerId;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.contract.TrialSpec;
import dev.box.drill.mutation.Scorer.Score;
import dev.box.drill.mutation.Scorer.Seen;
import dev.box.drill.phase.CellRun;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.HostAddress;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.SplitName;
import dev.box.drill.probe.AtOnce;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.LayerReport;
import dev.box.drill.report.MutationReport;
import dev.box.drill.report.MutationReport.Outcome;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import dev.box.incus.IncusException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Breaks one guarantee after another on one set of boxes: journal, break, look, score, undo, read back, look again. It
 * ends early only if something could not be undone.
 */
public final class MutationRun {

    /** A restarted dnsmasq or a replugged NIC may be away for that long. */
    private static final Duration WINDOW = Duration.ofSeconds(20);

    /** No single mutation takes longer to be made and looked at, nor to be undone and looked at again. */
    private static final Duration BREAKING = Duration.ofSeconds(100);

    private static final Duration RESTORING = Duration.ofSeconds(120);

    private final Journal journal;
    private final World world;
    private final Function<Deadline, PhaseContext> reader;
    private final TrialRunner trials;
    private PhaseContext context;
    private @Nullable Open open;

    private record Open(Mutation mutation, Map<String, String> saved) {}

    /**
     * @param context with probers of little patience: what is broken shows at once
     * @param boxes the drill's
     * @param reader reads the situation anew, when boxes have got new NICs: waits until they have their addresses
     */
    public MutationRun(
            PhaseContext context,
            List<String> boxes,
            Journal journal,
            Function<Deadline, PhaseContext> reader,
            TrialRunner trials) {
        this.context = context;
        this.journal = journal;
        this.reader = reader;
        this.trials = trials;
        world = new World(context.incus(), context.stack(), boxes);
    }

    /** Every mutation's id and what it breaks, for {@code --list}. */
    public static Map<String, String> list() {
        Map<String, String> list = new java.util.LinkedHashMap<>();
        Mutations.all("", "-", "-")
                .forEach(one ->
                        list.put(one.id(), one.what() + "; " + one.expected().words()));
        return list;
    }

    /** Runs those with these ids; all if none is named. */
    public List<MutationReport> run(List<String> wanted, Deadline deadline) {
        Situation situation = context.situation();
        SplitName vpn = situation.vpnName();
        List<MutationReport> reports = new ArrayList<>();
        for (Mutation mutation : Mutations.all(
                situation.publicHost().name(), vpn == null ? "" : vpn.resolver(), lanAddress(situation))) {
            if (!wanted.isEmpty() && !wanted.contains(mutation.id())) {
                continue;
            }
            context.listener().step("mutation " + mutation.id() + ": " + mutation.what());
            Done done = one(mutation, deadline);
            MutationReport report = done.report();
            reports.add(report);
            if (!report.outcome().good()) {
                context.listener()
                        .note("mutation " + report.id() + " " + report.outcome().words() + ": " + report.because());
            }
            if (!done.whole()) {
                break;
            }
        }
        return reports;
    }

    private static String lanAddress(Situation situation) {
        return situation.hostAddresses().stream()
                .filter(address -> situation.uplinks().contains(address.device()))
                .map(HostAddress::address)
                .findFirst()
                .orElse("");
    }

    /** A mutation that has been made, and whether it has been undone. */
    private record Done(MutationReport report, boolean whole) {}

    private void doing(String what) {
        context.listener().heartbeat(what, Duration.ZERO);
    }

    private Done one(Mutation mutation, Deadline deadline) {
        long start = System.nanoTime();
        Taken taken;
        try {
            taken = broken(mutation, deadline.within(BREAKING));
        } catch (BoxFailure.Failed | BoxFailure.Unjudged | IncusException e) {
            taken = new Taken(
                    new Score(Outcome.FAILED, String.valueOf(e.getMessage())), Set.of(), List.of(), List.of());
        }
        // what was broken is put back even if nothing else is left of the time
        String notWhole = restored(mutation, taken, Deadline.after(RESTORING));
        boolean whole = notWhole.isEmpty();
        Score score = whole ? taken.score() : new Score(Outcome.NOT_RESTORED, notWhole);
        MutationReport report = MutationReports.of(mutation, score, taken, (System.nanoTime() - start) / 1_000_000);
        return new Done(report, whole);
    }

    /** What was seen while it was broken. */
    record Taken(Score score, Set<LayerId> redLayers, List<String> redControls, List<Seen> cells) {}

    private Taken broken(Mutation mutation, Deadline deadline) {
        List<TrialSpec> rows = trials(mutation);
        rows.forEach(row -> trials.prepare(row, deadline));
        doing("breaking it");
        Map<String, String> saved = mutation.fault().save(world, deadline);
        journal.arm(mutation.id(), mutation.what(), world.boxes(), saved, deadline);
        synchronized (this) {
            open = new Open(mutation, saved);
        }
        mutation.fault().make(world, saved, deadline);
        refresh(mutation, deadline);
        List<Cell> cells = cells(mutation);
        doing("looking at " + cells.size() + " cells");
        Taken taken = look(mutation, cells, rows, deadline);
        boolean judges = !(mutation.expected() instanceof Expected.NotJudged);
        Deadline window = deadline.within(WINDOW);
        boolean retried = false;
        while (!taken.score().good() && !window.expired()) {
            boolean blind = judges && !taken.redControls().isEmpty();
            if (!blind && retried) {
                break;
            }
            // one retry, as every cell of the drill has one; a look that could judge nothing was none
            retried |= !blind;
            taken = look(mutation, cells, rows, deadline);
        }
        return taken;
    }

    /** The cells and the layers at the same time: neither waits for the other. Then trials, which disturb both. */
    private Taken look(Mutation mutation, List<Cell> cells, List<TrialSpec> rows, Deadline deadline) {
        if (cells.stream().anyMatch(cell -> cell.spec().kind() == ProbeKind.CLAIM)) {
            // what an earlier look's claims have made the host believe must not disturb this one
            KernelFaults.neighboursForgotten().undo(world, Map.of(), deadline);
        }
        AtOnce.Both<List<LayerReport>, CellRun.Look> both = AtOnce.both(
                "looking at " + mutation.id(),
                () -> Aftermath.red(world.stack(), Set.of(), deadline),
                () -> new CellRun(context).look(cells, deadline));
        CellRun.Look look = both.second();
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            seen.add(new Seen(cells.get(i), look.cells().get(i)));
        }
        if (look.redControls().isEmpty()) {
            rows.forEach(row -> seen.add(new Seen(null, tried(row, mutation.layers(), deadline))));
        }
        Set<LayerId> redLayers = ids(both.first());
        Score score = Scorer.score(mutation, redLayers, look.redControls(), seen);
        return new Taken(score, redLayers, look.redControls(), seen);
    }

    private CellReport tried(TrialSpec row, Set<LayerId> broken, Deadline deadline) {
        doing("trying " + row.id());
        return trials.run(row, broken, deadline);
    }

    private static Set<LayerId> ids(List<LayerReport> red) {
        Set<LayerId> ids = EnumSet.noneOf(LayerId.class);
        for (LayerId id : LayerId.values()) {
            if (red.stream().anyMatch(layer -> layer.id().equals(id.id()))) {
                ids.add(id);
            }
        }
        return ids;
    }

    /** Undoes it and shows that everything that was red is green again; says what is not, or nothing. */
    private String restored(Mutation mutation, Taken taken, Deadline deadline) {
        doing("putting it back");
        try {
            undoOpen(deadline);
        } catch (BoxFailure | IncusException e) {
            return "undoing it failed: " + e.getMessage();
        }
        refresh(mutation, deadline);
        doing("looking whether all is green again");
        AtOnce.Both<List<LayerReport>, String> both = AtOnce.both(
                "looking at " + mutation.id() + " again",
                () -> Aftermath.settled(world.stack(), Set.of(), deadline),
                () -> lookAgain(mutation, taken, deadline));
        List<LayerReport> red = both.first();
        String complaint = both.second();
        if (!red.isEmpty()) {
            return "layer " + red.getFirst().id() + " is still red: "
                    + red.getFirst().fact();
        }
        journal.undone(mutation.id(), deadline);
        return complaint.isEmpty() ? triedAgain(mutation, taken, deadline) : complaint;
    }

    /** Each trial that did not hold, and once more if it still does not. */
    private String triedAgain(Mutation mutation, Taken taken, Deadline deadline) {
        for (TrialSpec row : trials(mutation)) {
            boolean red = taken.cells().stream()
                    .anyMatch(seen -> seen.report().id().equals(row.id()) && seen.verdict() != Verdict.HOLDS);
            if (red && tried(row, Set.of(), deadline).verdict() != Verdict.HOLDS) {
                CellReport again = tried(row, Set.of(), deadline);
                if (again.verdict() != Verdict.HOLDS) {
                    return "undone, but " + again.id() + ": " + again.because() + " (" + again.words() + ")";
                }
            }
        }
        return "";
    }

    private String lookAgain(Mutation mutation, Taken taken, Deadline deadline) {
        List<Cell> cells = mutation.fault().replugs()
                ? cells(mutation)
                : taken.cells().stream()
                        .filter(seen -> seen.verdict() != Verdict.HOLDS)
                        .flatMap(seen -> Stream.ofNullable(seen.cell()))
                        .toList();
        return Poll.until("looking whether " + mutation.id() + " is undone", deadline.within(WINDOW), () -> {
                    String complaint = complaint(new CellRun(context).look(cells, deadline));
                    return complaint.isEmpty() ? Optional.of(complaint) : Optional.empty();
                })
                .orElseGet(() -> "undone, but not green within " + WINDOW.toSeconds() + " s: "
                        + complaint(new CellRun(context).look(cells, deadline)));
    }

    private static String complaint(CellRun.Look look) {
        if (!look.redControls().isEmpty()) {
            return "these controls are red: " + String.join(", ", look.redControls());
        }
        return look.cells().stream()
                .filter(cell -> cell.verdict() != Verdict.HOLDS)
                .findFirst()
                .map(cell -> cell.id() + ": " + cell.because())
                .orElse("");
    }

    /** Puts back what is broken now, if anything is; the journal keeps it until it is read back. */
    public void undoOpen(Deadline deadline) {
        Open now;
        synchronized (this) {
            now = open;
            open = null;
        }
        if (now != null) {
            now.mutation().fault().undo(world, now.saved(), deadline);
        }
    }

    /** Reads the situation anew where boxes got new NICs, which take a moment to get their addresses. */
    private void refresh(Mutation mutation, Deadline deadline) {
        if (mutation.fault().replugs()) {
            context = reader.apply(deadline);
        }
    }

    /**
     * Every named cell, every cell of a clause that the broken layers serve, and one of each other row; where nothing may
     * be judged, one of each clause will do.
     */
    private List<Cell> cells(Mutation mutation) {
        boolean blind = mutation.expected() instanceof Expected.NotJudged;
        Set<Cell> chosen = new LinkedHashSet<>();
        Set<String> seen = new HashSet<>();
        for (Cell cell : Planner.plan(context.situation()).cells()) {
            boolean whole = named(mutation, cell)
                    || mutation.expected() instanceof Expected.Redundant && serves(mutation, cell);
            String kin = blind ? cell.spec().clause().id() : cell.spec().id();
            // what poses as a sibling costs a round of its own: it is measured where it is named
            boolean poses = cell.spec().kind() == ProbeKind.CLAIM || cell.spec().kind() == ProbeKind.SYN_AS_MAC;
            boolean sample = !poses && !cell.spec().isSlowToDeny() && seen.add(kin);
            if (sample || whole) {
                chosen.add(cell);
            }
        }
        return List.copyOf(chosen);
    }

    /** Those that it names. */
    static List<TrialSpec> trials(Mutation mutation) {
        return mutation.expected() instanceof Expected.Red red
                ? Stream.of(PhaseId.values())
                        .flatMap(phase -> Contract.trials(phase).stream())
                        .filter(row -> red.must().stream().anyMatch(pick -> pick.matches(row)))
                        .toList()
                : List.of();
    }

    private static boolean named(Mutation mutation, Cell cell) {
        return mutation.expected() instanceof Expected.Red red
                && (Pick.any(red.must(), cell) || Pick.any(red.may(), cell));
    }

    private static boolean serves(Mutation mutation, Cell cell) {
        return cell.spec().clause().layers().stream().anyMatch(mutation.layers()::contains);
    }

    /** Ids that there are not, of those named. */
    public static List<String> unknown(List<String> wanted) {
        return wanted.stream().filter(id -> Mutations.byId(id).isEmpty()).toList();
    }
}
