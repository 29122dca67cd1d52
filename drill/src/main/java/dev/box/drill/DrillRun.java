package dev.box.drill;

import dev.box.core.box.BoxName;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.host.HostStack;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.process.Machine;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Templates;
import dev.box.core.wait.Poll;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.TrialSpec;
import dev.box.drill.control.Check;
import dev.box.drill.control.Dnsmasq;
import dev.box.drill.count.Counters;
import dev.box.drill.mutation.Aftermath;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.mutation.Journal;
import dev.box.drill.mutation.MutationRun;
import dev.box.drill.mutation.Own;
import dev.box.drill.oracle.Oracle;
import dev.box.drill.phase.Phase;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.phase.SituationReader;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import dev.box.drill.plan.Tokens;
import dev.box.drill.probe.EchoPort;
import dev.box.drill.probe.Guest;
import dev.box.drill.probe.GuestProber;
import dev.box.drill.probe.HostProber;
import dev.box.drill.probe.LanProber;
import dev.box.drill.probe.Probers;
import dev.box.drill.probe.ReflectorProber;
import dev.box.drill.report.BoxReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.MutationReport;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.report.PredictionReport;
import dev.box.drill.trial.Bench;
import dev.box.drill.trial.DoorsPhase;
import dev.box.drill.trial.TrialPhases;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.ServerInfo;
import dev.box.lab.world.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** One run: its boxes, its phases one after the other, and all that must be undone. */
final class DrillRun implements Bench {

    /** While something is broken it shows at once: an answer takes milliseconds, and only silence takes this long. */
    private static final Duration HASTE = Duration.ofMillis(900);

    /** Boxes minted at the same time: more of them boot no sooner, and a busy daemon looks like a wedged one. */
    private static final int AT_ONCE = 4;

    private static final Duration REMOVAL = Duration.ofMinutes(2);
    private static final Duration REPLUGGED = Duration.ofSeconds(40);

    private final Incus incus;
    private final Settings settings;
    private final Surroundings around;
    private final String version;
    private final @Nullable Path product;
    private final BiFunction<Incus, String, Guest> guests;
    private final DrillOptions options;
    private final DrillListener listener;
    private final Cleanup cleanup;
    private final String runId;
    private final Instant started;
    private final HostStack stack;
    private final Host host;
    private final Journal journal;
    private final List<String> notes = new ArrayList<>();
    private final List<String> notDrilled = new ArrayList<>();
    private final List<MutationReport> mutations = new ArrayList<>();
    private final List<PredictionReport> predictions = new ArrayList<>();
    private final Set<String> claimed = new LinkedHashSet<>();
    private final long start = System.nanoTime();
    private List<String> boxes = List.of();
    private @Nullable PhaseContext context;

    DrillRun(
            Drill drill, DrillOptions options, DrillListener listener, Cleanup cleanup, String runId, Instant started) {
        this.incus = drill.incus();
        this.settings = drill.settings();
        this.around = drill.around();
        this.version = drill.version();
        this.product = drill.product();
        this.guests = drill.guests();
        this.options = options;
        this.listener = listener;
        this.cleanup = cleanup;
        this.runId = runId;
        this.started = started;
        host = new Host(Machine.local(), settings, () -> incus);
        stack = new HostStack(host);
        journal = Journal.begin(host.machine(), runId);
    }

    DrillReport all(Deadline deadline) {
        clearLeftOvers(deadline);
        requireFit(deadline);
        List<Phase> phases = phases(deadline);
        List<ControlReport> taken = new ArrayList<>();
        try {
            listener.step("checking that " + HostNames.NETWORK + " is served");
            take("before", Dnsmasq.await(host, deadline), taken);
            if (!taken.getLast().green()) {
                return unjudged(phases, taken, deadline);
            }
            requireCells(deadline);
            return drill(phases, deadline);
        } catch (BoxFailure.Failed | BoxFailure.Unjudged | IncusException e) {
            // an instrument that cannot be set up has shown nothing about the boundary
            Check check = new Check(
                    "setting-up", "the drill can set up what it measures with", false, true, Drill.message(e), 0);
            take("before", check, taken);
            return unjudged(phases, taken, deadline);
        }
    }

    /** Before anything is made: the boxes that a cell speaks of must be among those that there will be. */
    private void requireCells(Deadline deadline) {
        if (options.cells().isEmpty()) {
            return;
        }
        int count = options.existing().isEmpty()
                ? options.boxes()
                : options.existing().size();
        Situation outline = new SituationReader(host, incus).outline(count, around, deadline);
        List<Cell> cells = new ArrayList<>(Planner.plan(outline).cells());
        cells.addAll(Planner.plan(outline.door(DoorsPhase.place(outline, true))).cells());
        cells.addAll(
                Planner.plan(outline.door(DoorsPhase.place(outline, false))).cells());
        for (String name : options.cells()) {
            boolean trial = !name.contains("/")
                    && Contract.rows().stream().anyMatch(row -> row instanceof TrialSpec && row.isNamedBy(name));
            if (!trial && cells.stream().noneMatch(cell -> cell.matches(name))) {
                throw Drill.unknownCell(name, " with " + count + " boxes on this host");
            }
        }
    }

    private List<Phase> phases(Deadline deadline) {
        boolean lab = LabMark.inLab();
        List<PhaseId> chosen = new ArrayList<>(options.chosen(lab));
        if (options.keep() || !options.existing().isEmpty()) {
            chosen.remove(PhaseId.T); // boxes stay
        }
        for (PhaseId phase : PhaseId.values()) {
            if (!chosen.contains(phase)) {
                notDrilled.add("phase " + phase + " (" + phase.title() + "): "
                        + (phase.labOnly() && !lab
                                ? "it disturbs the whole host, so it runs in the lab only"
                                : "not asked for"));
            }
        }
        return chosen.stream()
                .map(phase -> TrialPhases.of(phase, this, deadline))
                .toList();
    }

    private void take(String when, Check check, List<ControlReport> taken) {
        taken.add(check.report(when));
        listener.control(taken.getLast());
    }

    private DrillReport unjudged(List<Phase> phases, List<ControlReport> taken, Deadline deadline) {
        List<PhaseReport> reports = new ArrayList<>();
        for (Phase phase : phases) {
            reports.add(PhaseReport.of(phase.id().name(), phase.id().title(), taken, List.of(), List.of(), 0));
        }
        return DrillReport.of(head(List.of(), deadline), reports, List.of(), notes, elapsedMillis());
    }

    private DrillReport drill(List<Phase> phases, Deadline deadline) {
        boxes = options.existing().isEmpty() ? mint(deadline) : options.existing();
        EchoPort echo = EchoPort.open();
        cleanup.arm("closing the drill's port", echo::close);
        Probers probers = probers(boxes, deadline);
        listener.step("reading the situation");
        Situation situation =
                new SituationReader(host, incus).read(boxes, probers.boxes(), around, echo.port(), deadline);
        context = new PhaseContext(incus, host, stack, situation, probers, new Tokens(), options.cells(), listener);
        notDrilled.addAll(0, alwaysNotDrilled(situation, deadline));
        DrillReport.Head head = head(situation.boxes(), deadline);
        List<PhaseReport> reports = new ArrayList<>();
        for (Phase phase : phases) {
            if (phase.id() == PhaseId.T) {
                mutate(reports, deadline);
            }
            reports.add(run(phase, deadline));
        }
        if (phases.isEmpty() || phases.getLast().id() != PhaseId.T) {
            mutate(reports, deadline);
        }
        return DrillReport.of(head, reports, notDrilled, notes, elapsedMillis())
                .predicted(predictions)
                .mutated(mutations);
    }

    private PhaseReport run(Phase phase, Deadline deadline) {
        listener.step("phase " + phase.id() + ": " + phase.id().title());
        Oracle oracle = phase.id() == PhaseId.C ? Oracle.read(host, context().situation(), deadline) : null;
        Phase.Result result = phase.run(context(), deadline);
        if (oracle != null) {
            predictions.addAll(oracle.compare(
                    Planner.plan(context().situation()).cells(), result.report().cells()));
        }
        notDrilled.addAll(result.notDrilled());
        notes.addAll(result.notes());
        return result.report();
    }

    /** On a host that holds only: where something is broken already, nothing can be shown by breaking more. */
    private void mutate(List<PhaseReport> reports, Deadline deadline) {
        if (!options.mutate()) {
            return;
        }
        if (reports.stream().anyMatch(report -> report.verdict() != Verdict.HOLDS)) {
            say("nothing was mutated: the unbroken host does not hold, so a red cell would show nothing");
            return;
        }
        PhaseContext whole = context();
        Probers hasty = whole.probers().patience(HASTE);
        MutationRun run = new MutationRun(whole.with(whole.situation(), hasty), boxes, journal, limit -> {
            Situation anew = new SituationReader(host, incus)
                    .read(boxes, hasty.boxes(), around, whole.situation().servedPort(), limit);
            return whole.with(anew, hasty);
        });
        cleanup.arm("putting back what the drill broke", () -> run.undoOpen(Deadline.after(REMOVAL)));
        mutations.addAll(run.run(options.mutations(), deadline));
    }

    private long elapsedMillis() {
        return (System.nanoTime() - start) / 1_000_000;
    }

    /** Counters that an aborted run left would count into nothing, but whoever looks must not be misled. */
    private void clearLeftOvers(Deadline deadline) {
        new Aftermath(incus, stack, settings, this::say).clear(deadline);
        if (Counters.leftOver(deadline)) {
            Counters.remove(deadline);
            say("an earlier drill was cut off: its counters (nft table boxdrill) were still there and are removed");
        }
        cleanup.arm("removing the drill's counters", () -> {
            if (Counters.leftOver(Deadline.after(REMOVAL))) {
                Counters.remove(Deadline.after(REMOVAL));
            }
        });
    }

    /** Only a whole host can be broken one thing at a time and be shown whole again. */
    private void requireFit(Deadline deadline) {
        boolean breaks =
                options.mutate() || options.chosen(LabMark.inLab()).stream().anyMatch(PhaseId::labOnly);
        if (breaks) {
            Aftermath.unfit(stack, deadline).ifPresent(change -> {
                throw new BoxFailure.Unjudged(
                        options.mutate() ? "drilling the drill" : "disturbing this host",
                        "this host is not as setup makes it, perhaps since an aborted run: " + change,
                        "sudo box setup-host");
            });
        }
    }

    private List<String> mint(Deadline deadline) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < options.boxes(); i++) {
            names.add(name(SituationReader.label(i)));
        }
        listener.step("minting " + String.join(", ", names));
        Mint mint = Mint.forMeasuring(incus, settings, Templates.of(settings), version);
        List<Future<?>> minting = new ArrayList<>();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            for (String name : names) {
                if (options.keep()) {
                    say("box " + name + " stays (--keep); remove it with: box rm " + name + " --force");
                } else {
                    arm(name, deadline);
                }
                minting.add(
                        threads.submit(() -> mint.mint(MintRequest.of(BoxName.of(name)), Progress.silent(), deadline)));
            }
            await(minting);
        }
        return names;
    }

    private String name(String suffix) {
        return "drill-" + runId + "-" + suffix;
    }

    private void arm(String name, Deadline deadline) {
        claimed.add(name);
        journal.armBox(name, deadline);
        cleanup.arm("removing " + name, () -> remove(name, Deadline.after(REMOVAL)));
    }

    private void remove(String name, Deadline deadline) {
        new Own(incus, settings, runId).remove(name, deadline);
        journal.boxIsGone(name, deadline);
    }

    private Probers probers(List<String> names, Deadline deadline) {
        String prefix =
                new SituationReader(host, incus).gateway(deadline).network().toString();
        Map<String, GuestProber> probers = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            probers.put(SituationReader.label(i), new GuestProber(guests.apply(incus, names.get(i)), prefix));
        }
        LanProber lan = around.lan() == null
                ? null
                : new ReflectorProber(around.lan().address(), around.lan().reflectorPort());
        return new Probers(probers, new HostProber(), lan);
    }

    private List<String> alwaysNotDrilled(Situation situation, Deadline deadline) {
        for (Subject box : situation.boxes()) {
            if (!incus.instances().get(box.name(), deadline).value().isVirtualMachine()) {
                return List.of("the VM boundary: these boxes are containers, which share the host's kernel");
            }
        }
        return List.of();
    }

    private DrillReport.Head head(List<Subject> subjects, Deadline deadline) {
        ServerInfo server = incus.server(deadline);
        List<BoxReport> reports = subjects.stream()
                .map(box -> new BoxReport(
                        box.label(),
                        box.name(),
                        incus.instances().get(box.name(), deadline).value().type(),
                        box.address(),
                        box.mac(),
                        box.device(),
                        box.machineId()))
                .toList();
        return new DrillReport.Head(
                runId,
                started.toString(),
                server.environment().serverName(),
                server.environment().kernelVersion(),
                server.environment().serverVersion(),
                reports);
    }

    private void say(String note) {
        notes.add(note);
        listener.note(note);
    }

    private static void await(List<Future<?>> work) {
        for (Future<?> one : work) {
            try {
                one.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
            } catch (InterruptedException e) {
                work.forEach(other -> other.cancel(true));
                Thread.currentThread().interrupt();
                throw new BoxFailure.Interrupted("minting the drill's boxes", "box list");
            }
        }
    }

    // ---- what trials work with

    @Override
    public String runId() {
        return runId;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Incus incus() {
        return incus;
    }

    @Override
    public HostStack stack() {
        return stack;
    }

    @Override
    public Surroundings around() {
        return around;
    }

    @Override
    public Optional<Path> product() {
        return Optional.ofNullable(product);
    }

    @Override
    public PhaseContext context() {
        PhaseContext now = context;
        if (now == null) {
            throw new IllegalStateException("the situation has not been read yet");
        }
        return now;
    }

    @Override
    public PhaseContext reread(Deadline deadline) {
        PhaseContext was = context();
        Deadline window = deadline.within(REPLUGGED);
        context = Poll.until("waiting for the boxes' addresses", window, () -> read(was, window))
                .orElseGet(() -> read(was, deadline)
                        .orElseThrow(() -> new BoxFailure.Failed(
                                "waiting for the boxes' addresses",
                                "they did not all come back within " + REPLUGGED.toSeconds() + " s",
                                "box list")));
        return context();
    }

    private Optional<PhaseContext> read(PhaseContext was, Deadline deadline) {
        try {
            Situation anew = new SituationReader(host, incus)
                    .read(boxes, was.probers().boxes(), around, was.situation().servedPort(), deadline);
            return Optional.of(was.with(anew, was.probers()));
        } catch (BoxFailure.Unjudged | IncusException notYet) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> boxes() {
        return boxes;
    }

    @Override
    public String claim(String suffix, Deadline deadline) {
        String name = name(suffix);
        arm(name, deadline);
        return name;
    }

    @Override
    public void release(String name, Deadline deadline) {
        remove(name, deadline);
    }

    @Override
    public Disturbance disturb(String id, Deadline deadline) {
        Disturbance disturbance = Disturbance.arm(id, incus, stack, boxes, journal, deadline);
        cleanup.arm("undoing " + id, () -> disturbance.undo(Deadline.after(REMOVAL)));
        return disturbance;
    }

    @Override
    public List<String> claimed() {
        return List.copyOf(claimed);
    }

    @Override
    public List<String> removeEverything() {
        cleanup.undoAll();
        return cleanup.failures();
    }
}
