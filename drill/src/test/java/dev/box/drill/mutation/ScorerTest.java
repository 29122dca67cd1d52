package dev.box.drill.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.contract.LayerId;
import dev.box.drill.mutation.Scorer.Score;
import dev.box.drill.mutation.Scorer.Seen;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Situations;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.MutationReport.Outcome;
import dev.box.drill.verdict.Receiver;
import dev.box.drill.verdict.Sender;
import dev.box.drill.verdict.Verdict;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScorerTest {

    private static final Set<LayerId> BOTH = Set.of(LayerId.PORT_ISOLATION, LayerId.BRIDGE_DROP);

    private final Mutation red = mutation(
            new Expected.Red(Pick.rows("A3.tcp.sibling"), Pick.rows("A6.state.self"), Pick.rows("A3.tcp.sibling")));

    @Test
    void theNamedCellsRedAndNoOthersIsCaught() {
        assertThat(score(red, seen("A3.tcp.sibling", Verdict.BROKEN), seen("A1.tcp.public", Verdict.HOLDS))
                        .outcome())
                .isEqualTo(Outcome.KILLED);
        assertThat(score(red, seen("A3.tcp.sibling", Verdict.BROKEN), seen("A6.state.self", Verdict.BROKEN))
                        .good())
                .isTrue();
    }

    @Test
    void aNamedTrialMustTurnRedAsACellMust() {
        Mutation named = mutation(Expected.red("A12.order"));
        assertThat(score(named, trial("A12.order", Verdict.BROKEN)).outcome()).isEqualTo(Outcome.KILLED);
        assertThat(score(named, trial("A12.order", Verdict.HOLDS)).outcome()).isEqualTo(Outcome.SURVIVED);
        assertThat(score(named, seen("A1.tcp.public", Verdict.HOLDS)).because()).contains("no such cell was measured");
        assertThat(score(red, seen("A3.tcp.sibling", Verdict.BROKEN), trial("A12.order", Verdict.BROKEN))
                        .outcome())
                .isEqualTo(Outcome.BY_ACCIDENT);
    }

    private static Seen trial(String row, Verdict verdict) {
        return new Seen(
                null,
                new CellReport(
                        row, row, "A12", "", "", "", "", verdict, "so it was", "", false, List.of(), List.of(), ""));
    }

    /** A probe that somebody has quietly disabled: it says nothing, or its frame never leaves. */
    @Test
    void aNamedCellThatDoesNotTurnRedIsMissed() {
        for (Verdict quiet : List.of(Verdict.HOLDS, Verdict.COULD_NOT_JUDGE)) {
            Score score = score(red, seen("A3.tcp.sibling", quiet));
            assertThat(score.outcome()).isEqualTo(Outcome.SURVIVED);
            assertThat(score.because()).contains("A3.tcp.sibling/a-b");
        }
    }

    @Test
    void aNamedRowWithoutACellIsMissed() {
        assertThat(score(red, seen("A1.tcp.public", Verdict.HOLDS)).because()).contains("no such cell was measured");
    }

    @Test
    void aRefusalIsDemandedWhereItIsNamed() {
        Score score =
                Scorer.score(red, BOTH, List.of(), List.of(seen("A3.tcp.sibling", Verdict.BROKEN, Sender.TIMED_OUT)));
        assertThat(score.outcome()).isEqualTo(Outcome.SURVIVED);
        assertThat(score.because()).contains("no refusal");
    }

    @Test
    void caughtByAccidentIsNotCaught() {
        Score score = score(red, seen("A3.tcp.sibling", Verdict.HOLDS), seen("A7.tcp.host", Verdict.BROKEN));
        assertThat(score.outcome()).isEqualTo(Outcome.BY_ACCIDENT);
        assertThat(score.because()).contains("by accident", "A7.tcp.host");
    }

    @Test
    void anotherCellRedIsAstray() {
        Score score = score(red, seen("A3.tcp.sibling", Verdict.BROKEN), seen("A7.tcp.host", Verdict.BROKEN));
        assertThat(score.outcome()).isEqualTo(Outcome.BY_ACCIDENT);
    }

    @Test
    void aLayerWhoseOwnCheckStaysGreenIsMissedEvenIfTheClauseIsRedundant() {
        Mutation redundant = mutation(new Expected.Redundant("another"));
        Seen holds = seen("A3.tcp.sibling", Verdict.HOLDS);
        assertThat(Scorer.score(redundant, Set.of(LayerId.BRIDGE_DROP), List.of(), List.of(holds))
                        .because())
                .contains("port-isolation stayed green");
        assertThat(Scorer.score(redundant, BOTH, List.of(), List.of(holds)).outcome())
                .isEqualTo(Outcome.REDUNDANT);
        assertThat(Scorer.score(redundant, Set.of(LayerId.values()), List.of(), List.of(holds))
                        .outcome())
                .isEqualTo(Outcome.BY_ACCIDENT);
    }

    @Test
    void withoutAnInstrumentNothingMayBeJudged() {
        Mutation blind = mutation(new Expected.NotJudged(List.of("dnsmasq")));
        Seen unsure = seen("A3.tcp.sibling", Verdict.COULD_NOT_JUDGE);
        Seen sure = seen("A3.tcp.sibling", Verdict.HOLDS);
        assertThat(Scorer.score(blind, BOTH, List.of("dnsmasq"), List.of(unsure))
                        .outcome())
                .isEqualTo(Outcome.NOT_JUDGED);
        assertThat(Scorer.score(blind, BOTH, List.of("dnsmasq"), List.of(sure)).outcome())
                .isEqualTo(Outcome.BY_ACCIDENT);
        assertThat(Scorer.score(blind, BOTH, List.of(), List.of(unsure)).outcome())
                .isEqualTo(Outcome.SURVIVED);
        assertThat(Scorer.score(red, BOTH, List.of("dnsmasq"), List.of(unsure)).outcome())
                .isEqualTo(Outcome.BY_ACCIDENT);
    }

    private static Mutation mutation(Expected expected) {
        return new Mutation("m", BOTH, "what", Fault.all(), expected);
    }

    private static Score score(Mutation mutation, Seen... seen) {
        return Scorer.score(mutation, BOTH, List.of(), List.of(seen));
    }

    private static Seen seen(String row, Verdict verdict) {
        return seen(row, verdict, Sender.REFUSED);
    }

    private static Seen seen(String row, Verdict verdict, Sender sender) {
        Cell cell = Planner.plan(Situations.full()).cells().stream()
                .filter(one -> one.spec().id().equals(row))
                .findFirst()
                .orElseThrow();
        CellReport.Attempt attempt =
                new CellReport.Attempt("", "", 0, 1, sender, "", "", "", 0, Receiver.ARRIVED, 1, 0, 1, "");
        CellReport report = new CellReport(
                cell.id(),
                row,
                cell.spec().clause().id(),
                "",
                "",
                "",
                "",
                verdict,
                "so it was",
                "",
                false,
                List.of(attempt),
                List.of(),
                "");
        return new Seen(cell, report);
    }
}
