package dev.box.drill.trial;

import dev.box.drill.contract.Origin;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.contract.Target;
import dev.box.drill.phase.CellRun;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.report.CellReport;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The core of the contract, measured once more in a few seconds: every way between siblings, and one cell of each other row. */
final class Core {

    /** What passes, passes in milliseconds; what is silent need not be waited for longer than this. */
    private static final Duration HASTE = Duration.ofMillis(1200);

    private Core() {}

    static Tried look(PhaseContext context, Deadline deadline) {
        List<Cell> cells = cells(context);
        CellRun run = new CellRun(hasty(context));
        CellRun.Look look = run.look(cells, deadline);
        if (look.cells().stream().anyMatch(cell -> cell.verdict() == Verdict.COULD_NOT_JUDGE)) {
            // a restarted dnsmasq is away for a moment: that is not broken, and not a verdict either
            look = awaited(run, cells, look, deadline);
        }
        List<CellReport> bad = look.cells().stream()
                .filter(cell -> cell.verdict() != Verdict.HOLDS)
                .toList();
        if (bad.isEmpty()) {
            return Tried.holds(cells.size() + " core cells hold, controls green");
        }
        CellReport first = bad.stream()
                .filter(cell -> cell.verdict() == Verdict.BROKEN)
                .findFirst()
                .orElse(bad.getFirst());
        String words = bad.size() + " of " + cells.size() + " core cells do not hold: " + first.id() + ": "
                + first.because() + " (" + first.words() + ")";
        return first.verdict() == Verdict.BROKEN
                ? Tried.broken("a core cell is broken", words)
                : Tried.unjudged(first.because(), words);
    }

    private static CellRun.Look awaited(CellRun run, List<Cell> cells, CellRun.Look first, Deadline deadline) {
        Deadline window = deadline.within(Duration.ofSeconds(25));
        CellRun.Look look = first;
        while (!look.redControls().isEmpty() && !window.expired()) {
            look = run.look(cells, deadline);
        }
        return look;
    }

    static PhaseContext hasty(PhaseContext context) {
        return context.with(context.situation(), context.probers().patience(HASTE));
    }

    static List<Cell> cells(PhaseContext context) {
        Set<String> seen = new HashSet<>();
        return Planner.plan(context.situation()).of(PhaseId.C).cells().stream()
                .filter(cell -> cell.spec().to() != Target.PUBLIC_AS_SIBLING)
                // what poses as a sibling costs a round of its own
                .filter(cell -> cell.spec().kind() != ProbeKind.SYN_AS_MAC)
                .filter(cell -> !cell.spec().isSlowToDeny())
                .filter(cell -> isWay(cell) || seen.add(cell.spec().id()))
                .toList();
    }

    private static boolean isWay(Cell cell) {
        return cell.spec().from() == Origin.BOX && !cell.peer().isEmpty()
                || cell.spec().to() == Target.BOX;
    }
}
