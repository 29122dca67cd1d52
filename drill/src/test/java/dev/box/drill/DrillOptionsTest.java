package dev.box.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.contract.PhaseId;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrillOptionsTest {

    private final DrillOptions all = DrillOptions.standard();

    @Test
    void inTheLabEveryPhaseRunsAndTheBoxesAreRemovedLast() {
        assertThat(all.chosen(true)).containsExactly(PhaseId.values());
        assertThat(all.chosen(true).getLast()).isEqualTo(PhaseId.T);
    }

    @Test
    void onAHostOfSomebodyNothingRunsThatDisturbsOthers() {
        assertThat(all.chosen(false)).containsExactly(PhaseId.A, PhaseId.B, PhaseId.C, PhaseId.E, PhaseId.T);
    }

    @Test
    void aCellChoosesThePhasesInWhichItIs() {
        assertThat(all.cells(List.of("A3.tcp.sibling/a-b")).chosen(true)).containsExactly(PhaseId.C);
        assertThat(all.cells(List.of("B4", "A12.order")).chosen(true)).containsExactly(PhaseId.A, PhaseId.P);
        assertThat(all.cells(List.of("A10")).chosen(true)).containsExactly(PhaseId.E);
    }

    /** A8 has a row in a phase of the lab; on a host the others are what is meant, and that row alone is refused. */
    @Test
    void onAHostACellThatIsAlsoInTheLabOnlyMeansTheOthers() {
        assertThat(all.cells(List.of("A8")).chosen(false)).containsExactly(PhaseId.C);
        assertThat(all.cells(List.of("A8")).chosen(true)).containsExactly(PhaseId.C, PhaseId.D);
        assertThat(all.cells(List.of("A8.flood.sibling")).chosen(false)).containsExactly(PhaseId.D);
    }

    @Test
    void theDrillDrillsItselfOnTheIsolationUnlessAskedOtherwise() {
        assertThat(all.mutate(List.of()).chosen(true)).containsExactly(PhaseId.C);
        assertThat(all.mutate(List.of()).phases(List.of(PhaseId.C, PhaseId.E)).chosen(true))
                .containsExactly(PhaseId.C, PhaseId.E);
    }
}
