package dev.box.drill.count;

import dev.box.drill.contract.Watch;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Shot;
import dev.box.drill.plan.Situation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which counters a shot needs: one where it leaves its origin, one where it must (or must not) arrive. */
public final class Rules {

    private Rules() {}

    public static List<CounterRule> of(Shot shot, Situation situation) {
        List<CounterRule> rules = new ArrayList<>();
        String match = Matches.of(shot, situation);
        if (match == null) {
            return rules;
        }
        rules.add(new CounterRule(origin(shot.cell(), situation), match, sentKey(shot)));
        Point end = end(shot.cell(), situation);
        String arrival = Matches.ofArrival(shot, situation);
        if (end != null && arrival != null) {
            // what the host says to itself may carry any number
            String from = end instanceof Point.HostInput ? "iifname != \"lo\" " : "";
            rules.add(new CounterRule(end, from + arrival, arrivedKey(shot)));
        }
        return rules;
    }

    public static String sentKey(Shot shot) {
        return "sent " + shot.token() + " " + shot.cell().id();
    }

    public static String arrivedKey(Shot shot) {
        return "arrived " + shot.token() + " " + shot.cell().id();
    }

    private static Point origin(Cell cell, Situation situation) {
        return switch (cell.spec().from()) {
            case BOX -> new Point.FromBox(situation.box(cell.from()));
            case HOST -> new Point.HostOutput();
            case LAN -> new Point.UplinkIn();
        };
    }

    private static @Nullable Point end(Cell cell, Situation situation) {
        Watch watch = cell.spec().watch();
        return switch (watch) {
            case PEER_PORT -> new Point.ToBox(situation.box(cell.peer()));
            case OWN_PORT -> new Point.ToBox(situation.box(cell.from()));
            case HOST_INPUT -> new Point.HostInput();
            case UPLINK -> new Point.Uplink();
            case NONE -> null;
        };
    }
}
