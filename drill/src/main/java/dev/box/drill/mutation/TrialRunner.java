package dev.box.drill.mutation;

import dev.box.drill.contract.LayerId;
import dev.box.drill.contract.TrialSpec;
import dev.box.drill.report.CellReport;
import dev.box.incus.Deadline;
import java.util.Set;

/** Tries rows of the contract that are no packets, one at a time and outside their phase. */
public interface TrialRunner {

    /** Makes what the trials of the row's phase share, if that is not there: before anything is broken. */
    void prepare(TrialSpec row, Deadline deadline);

    /** {@code broken} are layers that are red meanwhile because a mutation is in force: what a trial undoes leaves them so. */
    CellReport run(TrialSpec row, Set<LayerId> broken, Deadline deadline);
}
