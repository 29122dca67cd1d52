package dev.box.drill;

import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.host.HostStack;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Templates;
import dev.box.drill.contract.Contract;
import dev.box.drill.control.Check;
import dev.box.drill.control.Dnsmasq;
import dev.box.drill.count.Counters;
import dev.box.drill.mutation.Aftermath;
import dev.box.drill.mutation.Journal;
import dev.box.drill.mutation.MutationRun;
import dev.box.drill.oracle.Oracle;
import dev.box.drill.phase.IsolationPhase;
import dev.box.drill.phase.Phase;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.phase.SituationReader;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import dev.box.drill.plan.Tokens;
import dev.box.drill.probe.EchoPort;
import dev.box.drill.probe.Guest;
import dev.box.drill.probe.GuestProber;
import dev.box.drill.probe.HostProber;
import dev.box.drill.probe.IncusGuest;
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
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.ServerInfo;
import dev.box.lab.world.Surroundings;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/**
 * One run on this host: mints boxes of its own, measures, removes exactly what it made. It needs root, for the counters
 * and for the raw sockets.
 */
public final class Drill {

    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    /** While something is broken it shows at once: an answer takes milliseconds, and only silence takes this long. */
    private static final Duration HASTE = Duration.ofMillis(900);

    private static final Duration REMOVAL = Duration.ofMinutes(2);

    private final Incus incus;
    private final Settings settings;
    private final Surroundings around;
    private final String version;
    private BiFunction<Incus, String, Guest> guests = IncusGuest::new;

    /** {@code version} is box's own, for the stamp of the boxes that it mints. */
    public Drill(Incus incus, Settings settings, Surroundings around, String version) {
        this.incus = incus;
        this.settings = settings;
        this.around = around;
        this.version = version;
    }

    /** For tests: another way into the boxes. */
    Drill guests(BiFunction<Incus, String, Guest> way) {
        guests = way;
        return this;
    }

    /**
     * Runs it.
     *
     * <p>What cannot be set up (no box can be minted, no prober runs, no counter loads) is a red control in the report,
     * and the report says that nothing was judged.
     *
     * @throws BoxFailure.Refused if a cell is named that there is not
     * @throws BoxFailure.Failed if something that it made could not be removed
     */
    public DrillReport run(DrillOptions options, DrillListener listener, Deadline deadline) {
        requireKnown(options.cells());
        requireMutable(options);
        DrillListener loud = new SerialListener(listener);
        Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String runId = HexFormat.of().formatHex(random());
        Cleanup cleanup = new Cleanup();
        DrillReport report;
        try (Heartbeat heartbeat = Heartbeat.start(loud, HEARTBEAT);
                cleanup) {
            report = new Run(options, heartbeat, cleanup, runId, started).all(deadline);
        }
        List<String> survivors = cleanup.failures();
        survivors.forEach(loud::note);
        if (!survivors.isEmpty()) {
            throw new BoxFailure.Failed(
                    "removing what the drill made", String.join("; ", survivors), "box list, then box rm each by name");
        }
        return report;
    }

    /** Before anything is made: a name that no row of the contract begins with is a typing error. */
    private static void requireKnown(List<String> cells) {
        for (String name : cells) {
            String row = name.contains("/") ? name.substring(0, name.indexOf('/')) : name;
            boolean known = Contract.PROBES.stream()
                    .anyMatch(spec -> spec.id().equals(row) || spec.id().startsWith(row + "."));
            if (!known) {
                throw new BoxFailure.Refused(
                        "choosing what to measure", "there is no cell '" + name + "'", "box drill --list");
            }
        }
    }

    private static void requireMutable(DrillOptions options) {
        List<String> unknown = MutationRun.unknown(options.mutations());
        if (!unknown.isEmpty()) {
            throw new BoxFailure.Refused(
                    "choosing what to break", "there is no mutation '" + unknown.getFirst() + "'", "box drill --list");
        }
        if (options.mutate() && !options.cells().isEmpty()) {
            throw new BoxFailure.Refused(
                    "choosing what to break",
                    "a mutation says itself which cells must show it, so --cell and --mutate exclude each other",
                    "box drill --lab --mutate");
        }
        if (options.mutate() && !LabMark.inLab()) {
            throw new BoxFailure.Refused(
                    "drilling the drill",
                    "it breaks every layer of the host in turn, and this machine is no lab host; nothing changed",
                    "sudo box drill --lab --mutate");
        }
    }

    private static byte[] random() {
        byte[] bytes = new byte[2];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** The state of one run. */
    private final class Run {
        private final DrillOptions options;
        private final DrillListener listener;
        private final Cleanup cleanup;
        private final String runId;
        private final Instant started;
        private final Host host = new Host(dev.box.core.process.Machine.local(), settings, () -> incus);
        private final List<String> notes = new ArrayList<>();
        private final List<MutationReport> mutations = new ArrayList<>();
        private final HostStack stack = new HostStack(host);
        private final Journal journal;
        private final long start = System.nanoTime();

        Run(DrillOptions options, DrillListener listener, Cleanup cleanup, String runId, Instant started) {
            this.options = options;
            this.listener = listener;
            this.cleanup = cleanup;
            this.runId = runId;
            this.started = started;
            journal = Journal.begin(host.machine(), runId);
        }

        DrillReport all(Deadline deadline) {
            clearLeftOvers(deadline);
            requireFit(deadline);
            Phase phase = new IsolationPhase();
            List<ControlReport> taken = new ArrayList<>();
            try {
                listener.step("checking that " + HostNames.NETWORK + " is served");
                take("before", Dnsmasq.await(host, deadline), taken);
                return taken.getLast().green() ? drill(phase, deadline) : unjudged(phase, taken, deadline);
            } catch (BoxFailure.Failed | BoxFailure.Unjudged | IncusException e) {
                // an instrument that cannot be set up has shown nothing about the boundary
                Check check = new Check(
                        "setting-up", "the drill can set up what it measures with", false, true, message(e), 0);
                take("before", check, taken);
                return unjudged(phase, taken, deadline);
            }
        }

        private void take(String when, Check check, List<ControlReport> taken) {
            taken.add(check.report(when));
            listener.control(taken.getLast());
        }

        private DrillReport unjudged(Phase phase, List<ControlReport> taken, Deadline deadline) {
            PhaseReport report =
                    PhaseReport.of(phase.id(), phase.title(), taken, List.of(), List.of(), elapsedMillis());
            return DrillReport.of(head(List.of(), deadline), List.of(report), List.of(), notes, elapsedMillis());
        }

        private DrillReport drill(Phase phase, Deadline deadline) {
            List<String> names = options.existing().isEmpty() ? mint(deadline) : options.existing();
            EchoPort echo = EchoPort.open();
            cleanup.arm("closing the drill's port", echo::close);
            Probers probers = probers(names, deadline);
            listener.step("reading the situation");
            Situation situation =
                    new SituationReader(host, incus).read(names, probers.boxes(), around, echo.port(), deadline);
            PhaseContext context =
                    new PhaseContext(incus, host, stack, situation, probers, new Tokens(), options.cells(), listener);
            listener.step("reading the live rules");
            Oracle oracle = Oracle.read(host, situation, deadline);
            listener.step("phase " + phase.id() + ": " + phase.title());
            Phase.Result result = phase.run(context, deadline);
            List<PredictionReport> predictions = oracle.compare(
                    Planner.plan(situation).cells(), result.report().cells());
            List<String> notDrilled = new ArrayList<>(alwaysNotDrilled(situation, deadline));
            notDrilled.addAll(result.notDrilled());
            notes.addAll(result.notes());
            if (options.mutate()) {
                notDrilled.addAll(MutationRun.notMutated());
                mutate(result.report(), context, names, deadline);
            }
            return DrillReport.of(
                            head(situation.boxes(), deadline),
                            List.of(result.report()),
                            notDrilled,
                            notes,
                            elapsedMillis())
                    .predicted(predictions)
                    .mutated(mutations);
        }

        /** On a host that holds only: where something is broken already, nothing can be shown by breaking more. */
        private void mutate(PhaseReport whole, PhaseContext context, List<String> names, Deadline deadline) {
            if (whole.verdict() != Verdict.HOLDS) {
                say("nothing was mutated: the unbroken host does not hold, so a red cell would show nothing");
                return;
            }
            Probers hasty = context.probers().patience(HASTE);
            MutationRun run = new MutationRun(context.with(context.situation(), hasty), names, journal, limit -> {
                Situation anew = new SituationReader(host, incus)
                        .read(names, hasty.boxes(), around, context.situation().servedPort(), limit);
                return context.with(anew, hasty);
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
            if (options.mutate()) {
                Aftermath.unfit(stack, deadline).ifPresent(change -> {
                    throw new BoxFailure.Unjudged(
                            "drilling the drill",
                            "this host is not as setup makes it, perhaps since an aborted run: " + change,
                            "sudo box setup-host");
                });
            }
        }

        private List<String> mint(Deadline deadline) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < options.boxes(); i++) {
                names.add("drill-" + runId + "-" + SituationReader.label(i));
            }
            listener.step("minting " + String.join(", ", names));
            Mint mint = Mint.forMeasuring(incus, settings, Templates.of(settings), version);
            List<Future<?>> minting = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (String name : names) {
                    if (options.keep()) {
                        say("box " + name + " stays (--keep); remove it with: box rm " + name + " --force");
                    } else {
                        journal.armBox(name, deadline);
                        cleanup.arm("removing box " + name, () -> remove(name));
                    }
                    minting.add(threads.submit(
                            () -> mint.mint(MintRequest.of(BoxName.of(name)), Progress.silent(), deadline)));
                }
                await(minting);
            }
            return names;
        }

        /** Removes one box that this run named, and looks again whether it is gone. */
        private void remove(String name) {
            Deadline deadline = Deadline.after(REMOVAL);
            if (incus.instances().find(name, deadline).isPresent()) {
                new Boxes(incus, settings).remove(name, true, Progress.silent(), deadline);
            }
            if (incus.instances().find(name, deadline).isPresent()) {
                throw new BoxFailure.Failed("removing box " + name, "it is still there", "box rm " + name + " --force");
            }
            journal.boxIsGone(name, deadline);
        }

        private Probers probers(List<String> names, Deadline deadline) {
            String prefix =
                    new SituationReader(host, incus).gateway(deadline).network().toString();
            Map<String, GuestProber> boxes = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                boxes.put(SituationReader.label(i), new GuestProber(guests.apply(incus, names.get(i)), prefix));
            }
            LanProber lan = around.lan() == null
                    ? null
                    : new ReflectorProber(around.lan().address(), around.lan().reflectorPort());
            return new Probers(boxes, new HostProber(), lan);
        }

        private List<String> alwaysNotDrilled(Situation situation, Deadline deadline) {
            List<String> list = new ArrayList<>();
            for (Subject box : situation.boxes()) {
                if (!incus.instances().get(box.name(), deadline).value().isVirtualMachine()) {
                    list.add("the VM boundary: these boxes are containers, which share the host's kernel");
                    break;
                }
            }
            list.add(
                    "A8: that a box which floods frames with a sibling's MAC draws some of the sibling's frames to its own"
                            + " port, because the bridge learns before it filters, is known and not measured here");
            list.add("A10 (doors) and A12 (unfiltered moments, the first packets of a booting box): not part of this"
                    + " drill yet");
            return list;
        }

        private DrillReport.Head head(List<Subject> subjects, Deadline deadline) {
            ServerInfo server = incus.server(deadline);
            List<BoxReport> boxes = subjects.stream()
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
                    boxes);
        }

        private void say(String note) {
            notes.add(note);
            listener.note(note);
        }
    }

    private static String message(RuntimeException e) {
        String advice = switch (e) {
            case BoxFailure failure -> failure.advice();
            case IncusException failure -> failure.advice();
            default -> "";
        };
        return e.getMessage() + (advice.isEmpty() ? "" : "; next: " + advice);
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
}
