package dev.box.drill.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ContractTest {

    @Test
    void everyRowHasAnIdOfItsOwnThatBeginsWithItsClause() {
        assertThat(Contract.rows()).extracting(ContractRow::id).doesNotHaveDuplicates();
        assertThat(Contract.rows())
                .allSatisfy(row -> assertThat(row.id()).startsWith(row.clause().id() + "."));
    }

    @Test
    void everyClauseIsMeasuredInThePhaseThatAnswersIt() {
        for (Clause clause : Clause.values()) {
            assertThat(Contract.rows(clause.phase())).as(clause.id()).anyMatch(row -> row.clause() == clause);
        }
    }

    @Test
    void everyPhaseHasRows() {
        for (PhaseId phase : PhaseId.values()) {
            assertThat(Contract.rows(phase)).as(phase.word()).isNotEmpty();
            assertThat(PhaseId.of(phase.word())).contains(phase);
            assertThat(PhaseId.of(phase.name())).contains(phase);
        }
        assertThat(PhaseId.of("nonsense")).isEmpty();
    }

    @Test
    void theAuditsQuestionsAndTheClausesOfTheSpecAreAllThere() {
        Set<String> families =
                List.of(Clause.values()).stream().map(Clause::family).collect(Collectors.toSet());
        assertThat(families)
                .contains("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12")
                .contains("B1", "B2", "B3", "B4", "B5");
    }

    @Test
    void everyTrialSaysWhatShowsThatItCouldHaveFailed() {
        assertThat(Contract.rows().stream().filter(TrialSpec.class::isInstance).map(TrialSpec.class::cast))
                .isNotEmpty()
                .allSatisfy(trial -> assertThat(trial.control()).isNotBlank());
    }

    /** The table in the kernel and the ACL must not come to forbid different things. */
    @Test
    void everyBlockedRangeIsDroppedByBoxsOwnTableToo() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(ContractTest.class.getResourceAsStream("/dev/box/core/host/firewall.nft"))) {
            String rules = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (Contract.BlockedRange range : Contract.BLOCKED) {
                assertThat(rules).contains("iifname \"boxnet\" ip daddr " + range.prefix() + " counter drop");
            }
        }
    }
}
