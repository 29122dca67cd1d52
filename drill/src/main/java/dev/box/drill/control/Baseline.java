package dev.box.drill.control;

import dev.box.drill.contract.Clause;
import dev.box.drill.contract.Expectation;
import dev.box.drill.contract.Origin;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.contract.ProbeSpec;
import dev.box.drill.contract.Target;
import dev.box.drill.contract.Watch;
import dev.box.drill.count.CounterRule;
import dev.box.drill.count.Point;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Shot;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import java.util.ArrayList;
import java.util.List;

/**
 * The permitted traffic that shows the instruments to work: from every box to the public test host by address, and to the
 * gateway's DNS by name. On its way it must be seen by every kind of counter that a cell relies on.
 */
public final class Baseline {

    private static final ProbeSpec ADDRESS = new ProbeSpec(
            "baseline.address",
            Clause.A1,
            Origin.BOX,
            Target.PUBLIC,
            ProbeKind.TCP,
            true,
            Expectation.REACHES,
            Watch.UPLINK);
    private static final ProbeSpec NAME = new ProbeSpec(
            "baseline.name",
            Clause.A5,
            Origin.BOX,
            Target.PUBLIC_NAME,
            ProbeKind.DNS,
            false,
            Expectation.RESOLVES,
            Watch.HOST_INPUT);

    private Baseline() {}

    /** Two cells for each box: by address, by name. */
    public static List<Cell> cells(Situation situation) {
        List<Cell> cells = new ArrayList<>();
        String publicAddress = situation.publicHost().address();
        for (Subject box : situation.boxes()) {
            cells.add(cell(ADDRESS, box, publicAddress, situation.publicHost().tcpPort(), ""));
            cells.add(cell(
                    NAME, box, situation.gateway(), 0, situation.publicHost().name()));
        }
        return cells;
    }

    private static Cell cell(ProbeSpec spec, Subject box, String address, int port, String name) {
        String id = spec.id() + "/" + box.label();
        return new Cell(id, spec, box.label(), "public", "", address, "", port, name, "A", List.of());
    }

    /** Counts the answer on its way to the box: the counter at whose silence a sibling's probe is judged. */
    public static List<CounterRule> replyRules(Shot shot, Situation situation) {
        Cell cell = shot.cell();
        Point toBox = new Point.ToBox(situation.box(cell.from()));
        String protocol = cell.spec().kind() == ProbeKind.TCP ? "tcp" : "udp";
        String match = "ip saddr " + cell.address() + " " + protocol + " dport " + shot.token();
        return List.of(new CounterRule(toBox, match, replyKey(shot)));
    }

    public static String replyKey(Shot shot) {
        return "reply " + shot.token() + " " + shot.cell().id();
    }
}
