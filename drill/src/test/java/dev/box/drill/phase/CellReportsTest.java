package dev.box.drill.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Shot;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Situations;
import dev.box.drill.probe.Answer;
import dev.box.drill.report.CellReport;
import dev.box.drill.verdict.Verdict;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CellReportsTest {

    private static final Answer NOTHING = new Answer("silence", "", "nothing came back", 3200);

    private final Situation situation = Situations.full();

    @Test
    void whatArrivedOnceIsBrokenHoweverSilentTheRetryWas() {
        CellReport report = of(measured("A3.udp.sibling/a-b", NOTHING, 1), measured("A3.udp.sibling/a-b", NOTHING, 0));
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(report.words()).contains("1 frame arrived");
        assertThat(report.attempts()).hasSize(2);
    }

    @Test
    void aPermittedProbeThatSucceedsOnTheRetryHoldsAndIsCalledFlaky() {
        Answer answer = new Answer("answer", "", "connected", 3);
        CellReport report =
                of(measured("A1.tcp.public/a-public", NOTHING, 1), measured("A1.tcp.public/a-public", answer, 1));
        assertThat(report.verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(report.flaky()).isTrue();
    }

    @Test
    void aForbiddenProbeThatCouldNotBeJudgedAtFirstMayStillHold() {
        CellReport report = of(measured("A3.udp.sibling/a-b", NOTHING, -1), measured("A3.udp.sibling/a-b", NOTHING, 0));
        assertThat(report.verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(report.flaky()).isTrue();
    }

    @Test
    void noIpv6RouteIsWhatTheClauseClaimsAndNoRouteToASiblingIsNot() {
        Answer noRoute = new Answer("error", "ENETUNREACH", "Network is unreachable", 0);
        assertThat(of(unsent("A6.tcp6.public/a-public", noRoute)).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(of(unsent("A3.udp.sibling/a-b", noRoute)).verdict()).isEqualTo(Verdict.COULD_NOT_JUDGE);
    }

    private CellReport of(Measured... attempts) {
        return new CellReports(situation).of(List.of(attempts), Set.of(), "");
    }

    private Measured measured(String id, Answer answer, long arrived) {
        return new Measured(new Shot(cell(id), 777), answer, "10.88.0.51", "", 1, 0, arrived);
    }

    private Measured unsent(String id, Answer answer) {
        return new Measured(new Shot(cell(id), 777), answer, "10.88.0.51", "", 0, 0, 0);
    }

    private Cell cell(String id) {
        return Planner.plan(situation).cells().stream()
                .filter(cell -> cell.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
