package dev.box.drill.report;

import dev.box.drill.verdict.Receiver;
import dev.box.drill.verdict.Sender;
import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Reports for tests. */
public final class Reports {

    private Reports() {}

    /** Of a run in which these cells were measured, between as many boxes as their labels need. */
    public static DrillReport of(List<ControlReport> controls, List<LayerReport> layers, List<CellReport> cells) {
        PhaseReport phase = PhaseReport.of("C", "Isolation", controls, layers, cells, 8000);
        List<BoxReport> boxes = List.of(box("a"), box("b"), box("c"));
        DrillReport.Head head = new DrillReport.Head("4f2a", "2026-01-01T00:00:00Z", "host", "6.1", "6.0.4", boxes);
        return DrillReport.of(head, List.of(phase), List.of("the VM boundary"), List.of("a note"), 20_000);
    }

    public static DrillReport of(CellReport... cells) {
        return of(List.of(control("baseline.a", true)), List.of(layer("nat", true)), List.of(cells));
    }

    /** Every clause, all green, between a, b and c. */
    public static DrillReport green() {
        List<CellReport> cells = new ArrayList<>();
        for (String from : List.of("a", "b", "c")) {
            cells.add(cell("A1", "A1.tcp.public", from, "public", Verdict.HOLDS, ""));
            cells.add(cell("A2.host", "A2.host.tcp.served", from, "192.168.77.2", Verdict.HOLDS, ""));
            cells.add(cell("A2.lan", "A2.lan.udp", from, "10.200.0.5", Verdict.HOLDS, ""));
            for (String to : List.of("a", "b", "c")) {
                if (!to.equals(from)) {
                    cells.add(cell("A3", "A3.tcp.sibling", from, to, Verdict.HOLDS, ""));
                    cells.add(cell("A3", "A3.arp.sibling", from, to, Verdict.HOLDS, ""));
                }
            }
            cells.add(cell("A7", "A7.icmp.lan", "lan", from, Verdict.HOLDS, ""));
        }
        return of(List.of(control("baseline.a", true)), List.of(layer("nat", true)), cells);
    }

    /** What was tried step by step. */
    public static CellReport trial(String clause, String row, Verdict verdict, String because) {
        return cell(clause, row, "", "", verdict, because);
    }

    public static BoxReport box(String label) {
        return new BoxReport(label, "drill-4f2a-" + label, "container", "10.88.0.5", "02:00:00:00:00:01", "veth", "id");
    }

    public static ControlReport control(String id, boolean green) {
        return new ControlReport(id, "the probe can reach what it may", "before", green, true, "seen", 3);
    }

    public static LayerReport layer(String id, boolean green) {
        return new LayerReport(id, "mechanism of " + id, green, green ? "in force" : "absent", green ? "" : "fix it");
    }

    public static CellReport cell(String clause, String row, String from, String to, Verdict verdict, String because) {
        return cell(clause, row, from, to, verdict, because, "what the guest said");
    }

    public static CellReport cell(
            String clause, String row, String from, String to, Verdict verdict, String because, String output) {
        CellReport.Attempt attempt = new CellReport.Attempt(
                "10.88.0.5",
                "10.88.0.6",
                20001,
                20001,
                Sender.TIMED_OUT,
                "",
                output,
                "prober.py {}",
                1500,
                Receiver.NOTHING,
                2,
                0,
                0,
                "on its port");
        String id = from.isEmpty() ? row : row + "/" + from + "-" + to;
        return new CellReport(
                id,
                row,
                clause,
                "TCP",
                from,
                to,
                "silence",
                verdict,
                because,
                "sender: " + output,
                false,
                List.of(attempt),
                List.of(),
                "box drill --host --yes --cell " + id);
    }
}
