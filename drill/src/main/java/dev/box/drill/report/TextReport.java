package dev.box.drill.report;

import dev.box.drill.contract.Clause;
import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The report for people. In full: one line per cell. Folded, for a terminal: what is green is counted, and only what is not
 * gets lines of its own. Both repeat the findings at the end and close with the answers, ready to paste.
 */
public final class TextReport {

    /** Beyond this many, the ways of one finding are counted rather than named. */
    private static final int NAMED_WAYS = 6;

    private final boolean full;
    private final TextPage page;

    private TextReport(boolean full, TextPage page) {
        this.full = full;
        this.page = page;
    }

    /** Everything, one line each, however long. */
    public static String full(DrillReport report, Palette palette) {
        return new TextReport(true, new TextPage(palette, TextPage.ENDLESS)).render(report);
    }

    /** For a terminal of this many columns. */
    public static String folded(DrillReport report, Palette palette, int columns) {
        return new TextReport(false, new TextPage(palette, columns)).render(report);
    }

    private String render(DrillReport report) {
        head(report);
        report.phases().forEach(this::phase);
        predictions(report);
        mutations(report);
        findings(report);
        list("Not drilled", report.notDrilled());
        list("Notes", report.notes());
        answers(report);
        return page.toString();
    }

    private void head(DrillReport report) {
        page.title("box drill " + report.runId() + " · " + report.startedAt());
        page.words(0, "host " + report.hostname() + " · kernel " + report.kernel() + " · incus " + report.incus());
        for (BoxReport box : report.boxes()) {
            String detail = full ? " · " + box.mac() + " · port " + box.device() : "";
            page.words(
                    0, "box " + box.label() + " = " + box.name() + " (" + box.type() + ") · " + box.address() + detail);
        }
    }

    private void phase(PhaseReport phase) {
        page.blank();
        page.title("Phase " + phase.id() + ". " + phase.title() + " · " + TextPage.seconds(phase.elapsedMillis()));
        controls(phase.controls());
        layers(phase.layers());
        if (!phase.unjudgedBecause().isEmpty()) {
            page.marked(
                    2, Verdict.COULD_NOT_JUDGE, "none of its " + phase.cells().size() + " cells is judged", 4);
            return;
        }
        for (Clause clause : Clause.values()) {
            List<CellReport> cells = phase.cells().stream()
                    .filter(cell -> cell.clause().equals(clause.id()))
                    .toList();
            if (!cells.isEmpty()) {
                clause(clause, cells);
            }
        }
    }

    private void controls(List<ControlReport> controls) {
        for (ControlReport control : controls) {
            if (full || !control.green()) {
                page.check(
                        2,
                        control.green(),
                        "control " + control.when() + "  " + control.id() + "  " + control.evidence(),
                        6);
            }
        }
        Map<String, Long> green = controls.stream()
                .filter(ControlReport::green)
                .collect(Collectors.groupingBy(
                        control -> control.id().replaceFirst("\\..*", ""), LinkedHashMap::new, Collectors.counting()));
        if (!full && !green.isEmpty()) {
            page.check(2, true, sum(green) + " controls: " + counted(green), 5);
        }
    }

    private void layers(List<LayerReport> layers) {
        for (LayerReport layer : layers) {
            if (full || !layer.green()) {
                page.check(2, layer.green(), "layer  " + layer.id() + "  " + layer.fact(), 6);
            }
        }
        List<String> green =
                layers.stream().filter(LayerReport::green).map(LayerReport::id).toList();
        if (!full && !green.isEmpty()) {
            page.check(2, true, green.size() + " layers in force: " + String.join(", ", green), 5);
        }
    }

    private void clause(Clause clause, List<CellReport> cells) {
        if (full) {
            page.blank();
            page.title(2, clause.id() + "  " + clause.sentence());
            cells.forEach(this::cell);
            return;
        }
        List<CellReport> holding =
                cells.stream().filter(cell -> cell.verdict() == Verdict.HOLDS).toList();
        page.title(2, clause.id() + "  " + clause.sentence());
        byRow(cells).forEach((row, bad) -> page.marked(4, bad.getFirst().verdict(), ways(row, bad), 6));
        if (!holding.isEmpty()) {
            Map<String, Long> rows = holding.stream()
                    .collect(Collectors.groupingBy(
                            cell -> tail(clause, cell.row()), LinkedHashMap::new, Collectors.counting()));
            page.marked(4, Verdict.HOLDS, holding.size() + ": " + counted(rows), 10);
        }
    }

    /** A row without its clause, which stands above it. */
    private static String tail(Clause clause, String row) {
        return row.startsWith(clause.id() + ".") ? row.substring(clause.id().length() + 1) : row;
    }

    private void cell(CellReport cell) {
        page.marked(
                4,
                cell.verdict(),
                cell.id() + (cell.flaky() ? " (flaky: held on the retry)" : "") + "  " + cell.words(),
                6);
    }

    private void predictions(DrillReport report) {
        List<PredictionReport> all = report.predictions();
        if (all.isEmpty()) {
            return;
        }
        long foretold =
                all.stream().filter(one -> !one.predicted().equals("unknown")).count();
        page.blank();
        page.title("Foretold from the live rules alone");
        page.words(
                2,
                foretold + " of " + all.size() + " cells; "
                        + all.stream().filter(one -> !one.agrees()).count() + " disagree with what was observed");
        if (full) {
            all.forEach(one -> page.check(
                    2,
                    one.agrees(),
                    one.cell() + "  declared " + one.declared() + ", predicted " + one.predicted() + ", observed "
                            + one.observed() + "  " + one.why(),
                    6));
        }
    }

    private void mutations(DrillReport report) {
        List<MutationReport> all = report.mutations();
        if (all.isEmpty()) {
            return;
        }
        page.blank();
        page.title("Kill matrix");
        for (MutationReport one : all) {
            page.check(
                    2,
                    one.outcome().good(),
                    one.id() + "  " + one.what() + "  " + one.outcome().words(),
                    6);
            if (full) {
                page.plain(6, Mood.FAINT, "red: " + String.join(", ", one.red()));
            }
        }
    }

    private void findings(DrillReport report) {
        page.blank();
        page.title("Findings");
        int before = page.toString().length();
        for (PhaseReport phase : report.phases()) {
            phase.unjudgedBecause()
                    .forEach(why -> page.marked(
                            2,
                            Verdict.COULD_NOT_JUDGE,
                            "nothing in phase " + phase.id() + " is judged: control " + why,
                            6));
            phase.layers().stream().filter(layer -> !layer.green()).forEach(this::layerFinding);
            if (full) {
                Finding.of(phase).forEach(finding -> finding.cells().forEach(this::cellFinding));
            } else {
                Finding.of(phase).forEach(this::finding);
            }
        }
        report.predictions().stream().filter(one -> !one.agrees()).forEach(this::disagreement);
        report.mutations().stream().filter(one -> !one.outcome().good()).forEach(this::survivor);
        if (page.toString().length() == before) {
            page.words(2, "none");
        }
    }

    /** Those that do not hold, by row and verdict. */
    private static Map<String, List<CellReport>> byRow(List<CellReport> cells) {
        Map<String, List<CellReport>> rows = new LinkedHashMap<>();
        for (CellReport cell : cells) {
            if (cell.verdict() != Verdict.HOLDS) {
                String key = cell.row() + (cell.verdict() == Verdict.BROKEN ? "" : " ");
                rows.computeIfAbsent(key, _ -> new ArrayList<>()).add(cell);
            }
        }
        return rows;
    }

    private void layerFinding(LayerReport layer) {
        page.check(2, false, "layer " + layer.id() + " (" + layer.mechanism() + "): " + layer.fact(), 6);
        page.words(6, "fix: " + layer.fix());
    }

    private void finding(Finding finding) {
        int count = finding.cells().size();
        page.marked(
                2,
                finding.verdict(),
                String.join(", ", finding.rows()) + (count == 1 ? "" : " (" + count + " cells)") + ": "
                        + finding.because(),
                6);
        page.words(
                6,
                (count == 1 ? "" : finding.example().id() + ": ")
                        + finding.example().words());
        page.words(6, "again: " + finding.rerun());
    }

    private void cellFinding(CellReport cell) {
        page.marked(2, cell.verdict(), cell.id() + ": " + cell.because(), 6);
        page.words(6, cell.words());
        page.words(6, "again: " + cell.rerun());
    }

    private void disagreement(PredictionReport one) {
        page.marked(
                2,
                Verdict.COULD_NOT_JUDGE,
                one.cell() + ": declared " + one.declared() + ", predicted from the live rules " + one.predicted()
                        + ", observed " + one.observed(),
                6);
        page.words(6, "the rules: " + one.why());
    }

    private void survivor(MutationReport one) {
        page.check(
                2,
                false,
                "break " + one.id() + " (" + one.what() + "): " + one.outcome().words(),
                6);
        page.words(6, one.because());
        page.words(6, "named: " + String.join(", ", one.expectedRed()));
        page.words(6, "red: " + String.join(", ", one.red()));
    }

    private static String ways(String key, List<CellReport> cells) {
        if (cells.size() == 1) {
            return cells.getFirst().id();
        }
        List<String> named = cells.stream()
                .limit(NAMED_WAYS)
                .map(cell -> cell.from() + "-" + cell.to())
                .toList();
        String more = cells.size() > NAMED_WAYS ? ", and " + (cells.size() - NAMED_WAYS) + " more" : "";
        return key.strip() + " (" + cells.size() + " cells: " + String.join(", ", named) + more + ")";
    }

    private void list(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            page.blank();
            page.title(title);
            lines.forEach(words -> page.item(2, words));
        }
    }

    private void answers(DrillReport report) {
        page.blank();
        page.title("Answers");
        for (ClauseReport clause : report.clauses()) {
            page.answer(clause.id(), clause.verdict(), clause.sentence() + " — " + clause.answer());
        }
        page.marked(
                0,
                report.verdict(),
                "(exit " + report.exitStatus() + ") in " + TextPage.seconds(report.elapsedMillis()),
                4);
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String counted(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
