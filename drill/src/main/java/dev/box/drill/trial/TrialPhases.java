package dev.box.drill.trial;

import dev.box.drill.contract.PhaseId;
import dev.box.drill.phase.IsolationPhase;
import dev.box.drill.phase.Phase;
import dev.box.incus.Deadline;

/** Which class is which phase. */
public final class TrialPhases {

    private TrialPhases() {}

    public static Phase of(PhaseId id, Bench bench, Deadline deadline) {
        return switch (id) {
            case A -> new SemanticsPhase(bench);
            case B -> new SurfacePhase(bench);
            case C -> new IsolationPhase();
            case D -> new RehearsalPhase(bench);
            case E -> new DoorsPhase(bench);
            case M -> new MigrationPhase(bench);
            case P -> new PerturbationPhase(bench);
            case X -> new UpgradePhase(bench);
            case U -> new MultiuserPhase(bench);
            case T -> new TeardownPhase(bench, deadline);
        };
    }
}
