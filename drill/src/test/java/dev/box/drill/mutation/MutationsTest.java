package dev.box.drill.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.contract.Clause;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.LayerId;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.TrialSpec;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Situations;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MutationsTest {

    private final List<Mutation> all = Mutations.all("public.example", "100.64.0.9", "192.168.77.2");
    private final List<Cell> cells = Stream.of(
                    Situations.full(), Situations.everyRangeLives(), Situations.bare(), Situations.door(true))
            .flatMap(situation -> Planner.plan(situation).cells().stream())
            .toList();

    @Test
    void everyMutationHasAnIdOfItsOwnByWhichAnAbortedRunFindsItAgain() {
        assertThat(all).extracting(Mutation::id).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(one -> assertThat(Mutations.byId(one.id())).isPresent());
        assertThat(MutationRun.unknown(List.of("bridge-drop", "nonsense"))).containsExactly("nonsense");
    }

    @Test
    void everyRowThatAMutationNamesExists() {
        for (Mutation one : all) {
            if (one.expected() instanceof Expected.Red red) {
                Stream.of(red.must(), red.may(), red.refused())
                        .flatMap(List::stream)
                        .forEach(pick -> assertThat(cells.stream().anyMatch(pick::matches)
                                        || MutationRun.trials(one).stream().anyMatch(pick::matches))
                                .as(one.id() + " names " + pick)
                                .isTrue());
            }
        }
    }

    /** Isolation and doors are measured by packets; their few trials are part of their phase. */
    @Test
    void everyTrialThatAMutationNamesCanBeTriedByItself() {
        assertThat(all.stream().flatMap(one -> MutationRun.trials(one).stream()))
                .extracting(TrialSpec::id)
                .contains("A12.order", "A8.flood.sibling", "U1.bridge", "U1.fit", "U3.raw", "U4.failed");
        assertThat(all.stream().flatMap(one -> MutationRun.trials(one).stream()))
                .extracting(TrialSpec::phase)
                .doesNotContain(PhaseId.C, PhaseId.E);
    }

    @Test
    void everyLayerHasAMutationAndEveryClauseOneThatTurnsItRed() {
        for (LayerId layer : LayerId.values()) {
            assertThat(all).as(layer.id()).anyMatch(one -> one.layers().contains(layer));
        }
        for (Clause clause : Clause.values()) {
            boolean packets = Contract.PROBES.stream().anyMatch(row -> row.clause() == clause);
            if (!packets || clause == Clause.A1) {
                continue; // a trial is its own mutation; and A1's baseline goes with it, which nat.off shows
            }
            assertThat(all)
                    .as(clause.id())
                    .anyMatch(one -> one.expected() instanceof Expected.Red red
                            && red.must().stream().anyMatch(pick -> (pick.row() + ".").startsWith(clause.id() + ".")));
        }
    }

    @Test
    void everyRangeOfTheContractIsBrokenInTurn() {
        assertThat(all).filteredOn(one -> one.id().startsWith("range.")).hasSize(10);
    }

    @Test
    void whatIsOnlyRedundantNamesWhoKeepsTheClauseAndHasALayerToTurnRed() {
        assertThat(all)
                .filteredOn(one -> one.expected() instanceof Expected.Redundant)
                .allSatisfy(one -> {
                    assertThat(one.layers()).isNotEmpty();
                    assertThat(one.expected().words()).contains("because of");
                });
    }
}
