package dev.box.drill.phase;

import dev.box.drill.contract.Expectation;
import dev.box.drill.contract.Watch;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Situation;
import dev.box.drill.report.CellReport;
import dev.box.drill.verdict.Judgement;
import dev.box.drill.verdict.Sender;
import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Writes down what was measured of a cell, in words and with all evidence. */
final class CellReports {

    private final Situation situation;

    CellReports(Situation situation) {
        this.situation = situation;
    }

    /**
     * One cell's report.
     *
     * @param attempts the first, and the retry if there was one
     * @param redControls ids of the controls that were red
     * @param unjudged why nothing in the phase may be judged; empty if it may
     */
    CellReport of(List<Measured> attempts, Set<String> redControls, String unjudged) {
        Measured last = decisive(attempts);
        Cell cell = last.shot().cell();
        Judgement judgement = judge(last, redControls, unjudged);
        boolean flaky = attempts.size() > 1 && judgement.verdict() == Verdict.HOLDS;
        List<CellReport.Attempt> evidence = new ArrayList<>();
        attempts.forEach(attempt -> evidence.add(attempt(attempt)));
        return new CellReport(
                cell.id(),
                cell.spec().id(),
                cell.spec().clause().id(),
                cell.spec().kind().words(),
                cell.from(),
                cell.to(),
                cell.spec().expectation().words(),
                judgement.verdict(),
                judgement.because(),
                words(last),
                flaky,
                evidence,
                cell.controls(),
                rerun(cell));
    }

    /** The last, unless an earlier one got through where nothing may: that has happened, whatever came after it. */
    private static Measured decisive(List<Measured> attempts) {
        for (Measured attempt : attempts) {
            Expectation expected = attempt.shot().cell().spec().expectation();
            boolean forbidden = expected == Expectation.SILENT
                    || expected == Expectation.STAYS_OUT
                    || expected == Expectation.UNKNOWN_NAME;
            if (forbidden && attempt.judgement().verdict() == Verdict.BROKEN) {
                return attempt;
            }
        }
        return attempts.getLast();
    }

    /** A cell that was not measured at all, because a control was red before. */
    static CellReport unmeasured(Cell cell, String unjudged) {
        return new CellReport(
                cell.id(),
                cell.spec().id(),
                cell.spec().clause().id(),
                cell.spec().kind().words(),
                cell.from(),
                cell.to(),
                cell.spec().expectation().words(),
                Verdict.COULD_NOT_JUDGE,
                unjudged,
                "not measured",
                false,
                List.of(),
                cell.controls(),
                rerun(cell));
    }

    private static String rerun(Cell cell) {
        return "box drill --host --yes --cell " + cell.id();
    }

    private static Judgement judge(Measured measured, Set<String> redControls, String unjudged) {
        if (!unjudged.isEmpty()) {
            return Judgement.unjudged(unjudged);
        }
        for (String control : measured.shot().cell().controls()) {
            if (redControls.contains(control)) {
                return Judgement.unjudged("its control " + control + " is red");
            }
        }
        return measured.judgement();
    }

    /** E.g. {@code sender: connection refused (a reset came back) · receiver: 2 frames arrived on drill-4f2a-b's port}. */
    String words(Measured measured) {
        StringBuilder words = new StringBuilder("sender: ");
        Sender sender = measured.answer().sender();
        words.append(sender.words());
        if (!measured.answer().errno().isEmpty()) {
            words.append(", ").append(measured.answer().errno());
        }
        if (sender == Sender.REACHED || sender == Sender.NAME_FAILED || sender == Sender.CHECK_FAILED) {
            words.append(" (").append(measured.answer().text().strip()).append(')');
        }
        if (measured.sent() >= 0) {
            words.append(", ").append(frames(measured.sent())).append(" sent");
        }
        if (measured.shot().cell().spec().watch() != Watch.NONE) {
            words.append(" · receiver: ").append(arrival(measured));
        }
        return words.toString();
    }

    private String arrival(Measured measured) {
        String where = where(measured.shot().cell());
        return switch (measured.observation().receiver()) {
            case ARRIVED -> frames(measured.arrived()) + " arrived " + where;
            case NOTHING -> "nothing arrived " + where;
            case NOT_OBSERVED -> "not observed " + where;
        };
    }

    private String where(Cell cell) {
        return switch (cell.spec().watch()) {
            case PEER_PORT -> "on " + situation.box(cell.peer()).name() + "'s port";
            case OWN_PORT -> "on " + situation.box(cell.from()).name() + "'s own port, meant for " + cell.name() + ",";
            case HOST_INPUT -> "behind the host's filters";
            case UPLINK -> "on the host's way out";
            case NONE -> "";
        };
    }

    private static String frames(long count) {
        return count == 1 ? "1 frame" : count + " frames";
    }

    private CellReport.Attempt attempt(Measured measured) {
        Cell cell = measured.shot().cell();
        return new CellReport.Attempt(
                measured.fromAddress(),
                cell.address(),
                measured.shot().port(),
                measured.shot().token(),
                measured.answer().sender(),
                measured.answer().errno(),
                measured.answer().text(),
                measured.command(),
                measured.answer().elapsedMillis(),
                measured.observation().receiver(),
                measured.sent(),
                measured.before(),
                measured.after(),
                where(cell));
    }
}
