package dev.box.drill.count;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The text of the drill's own nft tables. They accept everything and only count. */
final class Ruleset {

    static final String TABLE = "boxdrill";
    static final List<String> FAMILIES = List.of("netdev", "inet");

    private Ruleset() {}

    /** Creates both tables afresh in one transaction, whatever was there. */
    static String render(List<CounterRule> rules, List<String> uplinks) {
        Map<Point, List<CounterRule>> byPoint = new LinkedHashMap<>();
        rules.forEach(rule -> byPoint.computeIfAbsent(rule.point(), point -> new ArrayList<>())
                .add(rule));
        StringBuilder text = new StringBuilder(removal());
        for (String family : FAMILIES) {
            text.append("table ").append(family).append(' ').append(TABLE).append(" {\n");
            byPoint.forEach((point, own) -> {
                if (family(point).equals(family)) {
                    chain(text, point, own, uplinks);
                }
            });
            text.append("}\n");
        }
        return text.toString();
    }

    /** Removes both tables; adding each first makes that no error if one is absent. */
    static String removal() {
        StringBuilder text = new StringBuilder();
        for (String family : FAMILIES) {
            text.append("add table ").append(family).append(' ').append(TABLE).append('\n');
            text.append("delete table ")
                    .append(family)
                    .append(' ')
                    .append(TABLE)
                    .append('\n');
        }
        return text.toString();
    }

    private static void chain(StringBuilder text, Point point, List<CounterRule> rules, List<String> uplinks) {
        text.append("  chain ").append(point.chain()).append(" {\n");
        text.append("    type filter hook ").append(hook(point, uplinks)).append("; policy accept\n");
        for (CounterRule rule : rules) {
            text.append("    ").append(rule.match()).append(" counter comment \"");
            text.append(rule.key()).append("\"\n");
        }
        text.append("  }\n");
    }

    private static String family(Point point) {
        return point instanceof Point.HostInput || point instanceof Point.HostOutput ? "inet" : "netdev";
    }

    private static String hook(Point point, List<String> uplinks) {
        return switch (point) {
            case Point.ToBox(var box) -> "egress device \"" + box.device() + "\" priority -300";
            case Point.FromBox(var box) -> "ingress device \"" + box.device() + "\" priority -300";
            case Point.FromBridge(var bridge) -> "ingress device \"" + bridge + "\" priority -300";
            case Point.Uplink() -> "egress " + devices(uplinks) + " priority -300";
            case Point.UplinkIn() -> "ingress " + devices(uplinks) + " priority -300";
            // after every filter (the last standard priority is 300), so that only survivors count
            case Point.HostInput() -> "input priority 500";
            case Point.HostOutput() -> "output priority -500";
        };
    }

    private static String devices(List<String> names) {
        return "devices = { \"" + String.join("\", \"", names) + "\" }";
    }
}
