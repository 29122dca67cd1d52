package dev.box.drill.trial;

import dev.box.core.failure.BoxFailure;
import dev.box.drill.contract.Clause;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.TrialSpec;
import dev.box.drill.control.Check;
import dev.box.drill.phase.Phase;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.PhaseReport;
import dev.box.incus.Deadline;
import dev.box.incus.IncusException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A phase of trials: one after the other in the order of the contract, each with a deadline, each row reported. */
public abstract class TrialPhase implements Phase {

    /** No single trial takes longer: what hangs is unjudged, and the next one begins. */
    static final Duration ONE_TRIAL = Duration.ofSeconds(120);

    private final PhaseId id;
    private final Bench bench;
    private final List<String> notDrilled = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    TrialPhase(PhaseId id, Bench bench) {
        this.id = id;
        this.bench = bench;
    }

    /**
     * How each row is tried, by its id. Whatever the trials share is made here.
     *
     * @throws BoxFailure.Unjudged if nothing of the phase can be tried
     */
    abstract Map<String, Trial> trials(Deadline deadline);

    /** Undoes what the trials share; called also if a trial or the making failed. */
    void finish(Deadline deadline) {}

    @Override
    public PhaseId id() {
        return id;
    }

    @Override
    public Result run(PhaseContext ignored, Deadline deadline) {
        long start = System.nanoTime();
        List<ControlReport> controls = new ArrayList<>();
        List<CellReport> cells = new ArrayList<>();
        try {
            Map<String, Trial> trials = new LinkedHashMap<>(trials(deadline.within(ONE_TRIAL)));
            for (TrialSpec row : Contract.trials(id)) {
                Trial trial = trials.remove(row.id());
                if (trial != null && asked(row, bench.context())) {
                    bench.context().listener().step(row.id() + ": " + row.how());
                    cells.add(report(row, tried(trial, deadline.within(ONE_TRIAL))));
                    bench.context().listener().cell(cells.getLast());
                }
            }
            if (!trials.isEmpty()) {
                throw new IllegalStateException("no row of the contract is called " + trials.keySet());
            }
        } catch (BoxFailure.Failed | BoxFailure.Unjudged | BoxFailure.Refused | IncusException e) {
            Check check = new Check(
                    "setting-up",
                    "the phase can make what it tries with",
                    false,
                    true,
                    String.valueOf(e.getMessage()),
                    0);
            controls.add(check.report("before"));
            bench.context().listener().control(controls.getLast());
        } finally {
            bench.context().listener().step("putting back what phase " + id + " changed");
            finish(Deadline.after(ONE_TRIAL));
        }
        return new Result(
                PhaseReport.of(
                        id.name(), id.title(), controls, List.of(), cells, (System.nanoTime() - start) / 1_000_000),
                notDrilled,
                notes);
    }

    static boolean asked(TrialSpec row, PhaseContext context) {
        List<String> wanted = context.cells();
        return wanted.isEmpty() || wanted.stream().anyMatch(row::isNamedBy);
    }

    static Tried tried(Trial trial, Deadline deadline) {
        try {
            return trial.run(deadline);
        } catch (BoxFailure.Interrupted e) {
            throw e;
        } catch (BoxFailure | IncusException e) {
            return Tried.unjudged("it could not be tried", String.valueOf(e.getMessage()));
        }
    }

    static CellReport report(TrialSpec row, Tried tried) {
        return new CellReport(
                row.id(),
                row.id(),
                row.clause().id(),
                row.how(),
                "",
                "",
                row.expected(),
                tried.verdict(),
                tried.because(),
                tried.words(),
                false,
                List.of(),
                List.of(),
                "box drill " + (row.phase().labOnly() ? "--lab" : "--host --yes") + " --cell " + row.id());
    }

    Bench bench() {
        return bench;
    }

    /** What the situation did not allow to try. */
    void notDrilled(String words) {
        notDrilled.add(words);
    }

    /** What a reader must know beside. */
    void note(String words) {
        notes.add(words);
        bench.context().listener().note(words);
    }

    /** Whether a row of another clause was asked for: making what only those need can be spared otherwise. */
    boolean wantsBeside(Clause clause) {
        return Contract.trials(id).stream().anyMatch(row -> row.clause() != clause && asked(row, bench.context()));
    }
}
