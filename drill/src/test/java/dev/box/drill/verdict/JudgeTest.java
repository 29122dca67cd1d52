package dev.box.drill.verdict;

import static dev.box.drill.verdict.Verdict.BROKEN;
import static dev.box.drill.verdict.Verdict.COULD_NOT_JUDGE;
import static dev.box.drill.verdict.Verdict.HOLDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.contract.Expectation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class JudgeTest {

    /** Rows: sender. Columns: frames arrived, nothing arrived, not observed. Every combination that there is. */
    private static final String SILENT = """
            REACHED      BROKEN BROKEN BROKEN
            REFUSED      BROKEN BROKEN BROKEN
            TIMED_OUT    BROKEN HOLDS  COULD_NOT_JUDGE
            UNREACHABLE  BROKEN HOLDS  COULD_NOT_JUDGE
            PROHIBITED   BROKEN HOLDS  COULD_NOT_JUDGE
            NAME_FAILED  BROKEN BROKEN BROKEN
            CHECK_FAILED BROKEN COULD_NOT_JUDGE COULD_NOT_JUDGE
            """;

    private static final String REACHES = """
            REACHED      HOLDS  COULD_NOT_JUDGE COULD_NOT_JUDGE
            REFUSED      BROKEN BROKEN BROKEN
            TIMED_OUT    BROKEN BROKEN BROKEN
            UNREACHABLE  BROKEN BROKEN BROKEN
            PROHIBITED   BROKEN BROKEN BROKEN
            NAME_FAILED  BROKEN BROKEN BROKEN
            CHECK_FAILED COULD_NOT_JUDGE COULD_NOT_JUDGE COULD_NOT_JUDGE
            """;

    private static final String RESOLVES = """
            REACHED      HOLDS  HOLDS  HOLDS
            REFUSED      BROKEN BROKEN BROKEN
            TIMED_OUT    BROKEN BROKEN BROKEN
            UNREACHABLE  BROKEN BROKEN BROKEN
            PROHIBITED   BROKEN BROKEN BROKEN
            NAME_FAILED  BROKEN BROKEN BROKEN
            CHECK_FAILED COULD_NOT_JUDGE COULD_NOT_JUDGE COULD_NOT_JUDGE
            """;

    private static final String UNKNOWN_NAME = """
            REACHED      BROKEN BROKEN BROKEN
            REFUSED      COULD_NOT_JUDGE COULD_NOT_JUDGE COULD_NOT_JUDGE
            TIMED_OUT    COULD_NOT_JUDGE COULD_NOT_JUDGE COULD_NOT_JUDGE
            UNREACHABLE  COULD_NOT_JUDGE COULD_NOT_JUDGE COULD_NOT_JUDGE
            PROHIBITED   COULD_NOT_JUDGE COULD_NOT_JUDGE COULD_NOT_JUDGE
            NAME_FAILED  HOLDS  HOLDS  HOLDS
            CHECK_FAILED COULD_NOT_JUDGE COULD_NOT_JUDGE COULD_NOT_JUDGE
            """;

    private static final String ENTERS = """
            REACHED      HOLDS  BROKEN COULD_NOT_JUDGE
            REFUSED      HOLDS  BROKEN COULD_NOT_JUDGE
            TIMED_OUT    BROKEN BROKEN COULD_NOT_JUDGE
            UNREACHABLE  BROKEN BROKEN COULD_NOT_JUDGE
            PROHIBITED   BROKEN BROKEN COULD_NOT_JUDGE
            NAME_FAILED  BROKEN BROKEN COULD_NOT_JUDGE
            CHECK_FAILED COULD_NOT_JUDGE COULD_NOT_JUDGE COULD_NOT_JUDGE
            """;

    private static final String STAYS_OUT = """
            REACHED      BROKEN BROKEN BROKEN
            REFUSED      BROKEN HOLDS  COULD_NOT_JUDGE
            TIMED_OUT    BROKEN HOLDS  COULD_NOT_JUDGE
            UNREACHABLE  BROKEN HOLDS  COULD_NOT_JUDGE
            PROHIBITED   BROKEN HOLDS  COULD_NOT_JUDGE
            NAME_FAILED  BROKEN COULD_NOT_JUDGE COULD_NOT_JUDGE
            CHECK_FAILED BROKEN COULD_NOT_JUDGE COULD_NOT_JUDGE
            """;

    @TestFactory
    Stream<DynamicTest> everySenderWithEveryReceiverForEveryExpectation() {
        List<DynamicTest> tests = new ArrayList<>();
        tests.addAll(table(Expectation.SILENT, SILENT));
        tests.addAll(table(Expectation.REACHES, REACHES));
        tests.addAll(table(Expectation.RESOLVES, RESOLVES));
        tests.addAll(table(Expectation.UNKNOWN_NAME, UNKNOWN_NAME));
        tests.addAll(table(Expectation.FINDS_NOTHING, UNKNOWN_NAME));
        tests.addAll(table(Expectation.ENTERS, ENTERS));
        tests.addAll(table(Expectation.STAYS_OUT, STAYS_OUT));
        assertThat(tests).hasSize(Expectation.values().length * Sender.values().length * Receiver.values().length);
        return tests.stream();
    }

    private static List<DynamicTest> table(Expectation expectation, String rows) {
        long[] arrived = {2, 0, -1};
        List<DynamicTest> tests = new ArrayList<>();
        for (String row : rows.strip().split("\n", -1)) {
            String[] word = row.strip().split("\\s+", -1);
            Sender sender = Sender.valueOf(word[0]);
            for (int i = 0; i < 3; i++) {
                Observation seen = new Observation(sender, 3, arrived[i], true, false);
                Verdict wanted = Verdict.valueOf(word[i + 1]);
                tests.add(DynamicTest.dynamicTest(
                        expectation + " with " + sender + " and " + seen.receiver() + " is " + wanted,
                        () -> assertThat(Judge.judge(expectation, seen).verdict())
                                .isEqualTo(wanted)));
            }
        }
        return tests;
    }

    @Test
    void aFrameThatNeverLeftSaysNothingWhateverItsSenderWasTold() {
        for (Sender sender : List.of(Sender.TIMED_OUT, Sender.UNREACHABLE, Sender.PROHIBITED)) {
            assertThat(silent(new Observation(sender, 0, 0, true, false))).isEqualTo(COULD_NOT_JUDGE);
            assertThat(silent(new Observation(sender, -1, 0, true, false))).isEqualTo(COULD_NOT_JUDGE);
            assertThat(silent(new Observation(sender, 1, 0, true, false))).isEqualTo(HOLDS);
        }
    }

    @Test
    void onlyWhereNoRouteIsTheClaimNothingNeedHaveBeenSent() {
        assertThat(silent(new Observation(Sender.UNREACHABLE, 0, 0, true, true)))
                .isEqualTo(HOLDS);
        assertThat(silent(new Observation(Sender.TIMED_OUT, 0, 0, true, true))).isEqualTo(COULD_NOT_JUDGE);
        assertThat(silent(new Observation(Sender.UNREACHABLE, 1, 1, true, true)))
                .isEqualTo(BROKEN);
    }

    @Test
    void anAnswerToAQuestionThatNeverLeftIsInvented() {
        assertThat(Judge.judge(Expectation.UNKNOWN_NAME, new Observation(Sender.NAME_FAILED, 0, -1, false, false))
                        .verdict())
                .isEqualTo(COULD_NOT_JUDGE);
        assertThat(Judge.judge(Expectation.RESOLVES, new Observation(Sender.REACHED, 0, -1, false, false))
                        .verdict())
                .isEqualTo(COULD_NOT_JUDGE);
        assertThat(Judge.judge(Expectation.REACHES, new Observation(Sender.REACHED, 0, 1, true, false))
                        .verdict())
                .isEqualTo(COULD_NOT_JUDGE);
    }

    @Test
    void whereNothingIsToBeCountedTheSendersWordIsEnough() {
        assertThat(silent(new Observation(Sender.UNREACHABLE, -1, -1, false, false)))
                .isEqualTo(HOLDS);
        assertThat(silent(new Observation(Sender.REACHED, -1, -1, false, false)))
                .isEqualTo(BROKEN);
    }

    @Test
    void oneBreakIsABreakWhateverElseCouldNotBeJudged() {
        assertThat(COULD_NOT_JUDGE.and(BROKEN)).isEqualTo(BROKEN);
        assertThat(BROKEN.and(COULD_NOT_JUDGE)).isEqualTo(BROKEN);
        assertThat(HOLDS.and(COULD_NOT_JUDGE)).isEqualTo(COULD_NOT_JUDGE);
        assertThat(COULD_NOT_JUDGE.and(HOLDS)).isEqualTo(COULD_NOT_JUDGE);
        assertThat(HOLDS.and(HOLDS)).isEqualTo(HOLDS);
    }

    private static Verdict silent(Observation seen) {
        return Judge.judge(Expectation.SILENT, seen).verdict();
    }
}
