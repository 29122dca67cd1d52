package dev.box.drill;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.TrialSpec;
import dev.box.drill.control.Check;
import dev.box.drill.control.Dnsmasq;
import dev.box.drill.count.Counters;
import dev.box.drill.mutation.Aftermath;
import dev.box.drill.oracle.Oracle;
import dev.box.drill.phase.Phase;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import dev.box.drill.report.BoxReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.MutationReport;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.report.PredictionReport;
import dev.box.drill.trial.DoorsPhase;
import dev.box.drill.trial.TrialPhases;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import dev.box.incus.IncusException;
import dev.box.incus.ServerInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One run: what an earlier one left is undone, boxes are minted, phases run one after the other, and all is reported. */
final class DrillRun {

    private final RunBench bench;
    private final DrillOptions options;
    private final DrillListener listener;
    private final Cleanup cleanup;
    private final Instant started;
    private final List<String> notDrilled = new ArrayList<>();
    private final List<MutationReport> mutations = new ArrayList<>();
    private final List<PredictionReport> predictions = new ArrayList<>();
    private final long start = System.nanoTime();

    DrillRun(
            Drill drill, DrillOptions options, DrillListener listener, Cleanup cleanup, String runId, Instant started) {
        this.bench = new RunBench(drill, listener, cleanup, runId);
        this.options = options;
        this.listener = listener;
        this.cleanup = cleanup;
        this.started = started;
    }

    DrillReport all(Deadline deadline) {
        clearLeftOvers(deadline);
        requireFit(deadline);
        List<Phase> phases = phases(deadline);
        List<ControlReport> taken = new ArrayList<>();
        try {
            listener.step("checking that " + HostNames.NETWORK + " is served");
            take("before", Dnsmasq.await(bench.host(), deadline), taken);
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
        Situation outline = bench.situations().outline(count, bench.around(), deadline);
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
                .map(phase -> TrialPhases.of(phase, bench, deadline))
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
        return DrillReport.of(head(List.of(), deadline), reports, List.of(), bench.notes(), elapsedMillis());
    }

    private DrillReport drill(List<Phase> phases, Deadline deadline) {
        bench.begin(options, deadline);
        Situation situation = bench.context().situation();
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
        return DrillReport.of(head, reports, notDrilled, bench.notes(), elapsedMillis())
                .predicted(predictions)
                .mutated(mutations);
    }

    private PhaseReport run(Phase phase, Deadline deadline) {
        listener.step("phase " + phase.id() + ": " + phase.id().title());
        Oracle oracle = phase.id() == PhaseId.C
                ? Oracle.read(bench.host(), bench.context().situation(), deadline)
                : null;
        Phase.Result result = phase.run(bench.context(), deadline);
        if (oracle != null) {
            predictions.addAll(oracle.compare(
                    Planner.plan(bench.context().situation()).cells(),
                    result.report().cells()));
        }
        notDrilled.addAll(result.notDrilled());
        bench.notes().addAll(result.notes());
        return result.report();
    }

    /** On a host that holds only: where something is broken already, nothing can be shown by breaking more. */
    private void mutate(List<PhaseReport> reports, Deadline deadline) {
        if (!options.mutate()) {
            return;
        }
        if (reports.stream().anyMatch(report -> report.verdict() != Verdict.HOLDS)) {
            bench.say("nothing was mutated: the unbroken host does not hold, so a red cell would show nothing");
            return;
        }
        mutations.addAll(bench.mutate(options.mutations(), deadline));
    }

    private long elapsedMillis() {
        return (System.nanoTime() - start) / 1_000_000;
    }

    /** Counters that an aborted run left would count into nothing, but whoever looks must not be misled. */
    private void clearLeftOvers(Deadline deadline) {
        new Aftermath(bench.incus(), bench.stack(), bench.host().settings(), bench::say).clear(deadline);
        if (Counters.leftOver(deadline)) {
            Counters.remove(deadline);
            bench.say(
                    "an earlier drill was cut off: its counters (nft table boxdrill) were still there and are removed");
        }
        cleanup.arm("removing the drill's counters", () -> {
            if (Counters.leftOver(Deadline.after(RunBench.REMOVAL))) {
                Counters.remove(Deadline.after(RunBench.REMOVAL));
            }
        });
    }

    /** Only a whole host can be broken one thing at a time and be shown whole again. */
    private void requireFit(Deadline deadline) {
        boolean breaks =
                options.mutate() || options.chosen(LabMark.inLab()).stream().anyMatch(PhaseId::labOnly);
        if (breaks) {
            Aftermath.unfit(bench.stack(), deadline).ifPresent(change -> {
                throw new BoxFailure.Unjudged(
                        options.mutate() ? "drilling the drill" : "disturbing this host",
                        "this host is not as setup makes it, perhaps since an aborted run: " + change,
                        "sudo box setup-host");
            });
        }
    }

    private List<String> alwaysNotDrilled(Situation situation, Deadline deadline) {
        for (Subject box : situation.boxes()) {
            if (!bench.incus().instances().get(box.name(), deadline).value().isVirtualMachine()) {
                return List.of("the VM boundary: these boxes are containers, which share the host's kernel");
            }
        }
        return List.of();
    }

    private DrillReport.Head head(List<Subject> subjects, Deadline deadline) {
        ServerInfo server = bench.incus().server(deadline);
        List<BoxReport> reports = subjects.stream()
                .map(box -> new BoxReport(
                        box.label(),
                        box.name(),
                        bench.incus()
                                .instances()
                                .get(box.name(), deadline)
                                .value()
                                .type(),
                        box.address(),
                        box.mac(),
                        box.device(),
                        box.machineId()))
                .toList();
        return new DrillReport.Head(
                bench.runId(),
                started.toString(),
                server.environment().serverName(),
                server.environment().kernelVersion(),
                server.environment().serverVersion(),
                reports);
    }
}
