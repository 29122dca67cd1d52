package dev.box.drill.trial;

import dev.box.drill.contract.LayerId;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.TrialSpec;
import dev.box.drill.mutation.TrialRunner;
import dev.box.drill.report.CellReport;
import dev.box.incus.Deadline;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** What the trials of a phase share is made once, and stays until the run ends. */
public final class SingleTrials implements TrialRunner {

    private final Bench bench;
    private final Map<PhaseId, Map<String, Trial>> open = new EnumMap<>(PhaseId.class);

    public SingleTrials(Bench bench) {
        this.bench = bench;
    }

    @Override
    public void prepare(TrialSpec row, Deadline deadline) {
        if (!open.containsKey(row.phase())) {
            if (!(TrialPhases.of(row.phase(), bench, deadline) instanceof TrialPhase phase)) {
                throw new IllegalArgumentException(row.id() + " cannot be tried by itself");
            }
            open.put(row.phase(), phase.trials(deadline));
        }
    }

    @Override
    public CellReport run(TrialSpec row, Set<LayerId> broken, Deadline deadline) {
        prepare(row, deadline);
        Trial trial = open.getOrDefault(row.phase(), Map.of()).get(row.id());
        if (trial == null) {
            throw new IllegalArgumentException("nothing tries " + row.id());
        }
        bench.broken(broken);
        try {
            return TrialPhase.report(row, TrialPhase.tried(trial, deadline.within(TrialPhase.ONE_TRIAL)));
        } finally {
            bench.broken(Set.of());
        }
    }
}
