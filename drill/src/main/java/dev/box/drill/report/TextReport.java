package dev.box.drill.report;

import dev.box.core.text.Untrusted;
import dev.box.drill.contract.Clause;
import dev.box.drill.verdict.Verdict;
import java.util.List;
import java.util.Locale;

/** The report for people: one line per cell, findings again at the end, and the answers block, ready to paste. */
public final class TextReport {

    private final Palette palette;
    private final StringBuilder text = new StringBuilder();

    private TextReport(Palette palette) {
        this.palette = palette;
    }

    /** How words are coloured; the caller knows what its terminal can do. */
    public interface Palette {
        String paint(Mood mood, String words);

        /** No colour. */
        static Palette plain() {
            return (mood, words) -> words;
        }
    }

    /** What a word says, for colouring. */
    public enum Mood {
        GOOD,
        BAD,
        UNSURE,
        TITLE,
        FAINT
    }

    public static String render(DrillReport report, Palette palette) {
        TextReport page = new TextReport(palette);
        page.head(report);
        report.phases().forEach(page::phase);
        page.mutations(report);
        page.findings(report);
        page.list("Not drilled", report.notDrilled());
        page.list("Notes", report.notes());
        page.answers(report);
        return page.text.toString();
    }

    private void head(DrillReport report) {
        line(Mood.TITLE, "box drill " + report.runId() + " · " + report.startedAt());
        line("host " + report.hostname() + " · kernel " + report.kernel() + " · incus " + report.incus());
        for (BoxReport box : report.boxes()) {
            line("box " + box.label() + " = " + box.name() + " (" + box.type() + ") · " + box.address() + " · "
                    + box.mac() + " · port " + box.device());
        }
    }

    private void phase(PhaseReport phase) {
        blank();
        line(Mood.TITLE, "Phase " + phase.id() + ". " + phase.title() + " · " + seconds(phase.elapsedMillis()));
        for (ControlReport control : phase.controls()) {
            line("  " + mark(control.green()) + " control " + control.when() + "  " + control.id() + "  "
                    + faint(control.evidence()));
        }
        for (LayerReport layer : phase.layers()) {
            line("  " + mark(layer.green()) + " layer  " + layer.id() + "  " + faint(layer.fact()));
        }
        if (!phase.unjudgedBecause().isEmpty()) {
            line("  " + mark(Verdict.COULD_NOT_JUDGE) + " none of its "
                    + phase.cells().size() + " cells is judged");
            return;
        }
        for (Clause clause : Clause.values()) {
            List<CellReport> cells = phase.cells().stream()
                    .filter(cell -> cell.clause().equals(clause.id()))
                    .toList();
            if (!cells.isEmpty()) {
                blank();
                line(Mood.TITLE, "  " + clause.id() + "  " + clause.sentence());
                cells.forEach(this::cell);
            }
        }
    }

    private void cell(CellReport cell) {
        line("    " + mark(cell.verdict()) + " " + cell.id() + (cell.flaky() ? " (flaky: held on the retry)" : "")
                + "  " + faint(cell.words()));
    }

    private void findings(DrillReport report) {
        blank();
        line(Mood.TITLE, "Findings");
        int before = text.length();
        for (PhaseReport phase : report.phases()) {
            phase.unjudgedBecause()
                    .forEach(why -> line("  " + mark(Verdict.COULD_NOT_JUDGE) + " nothing in phase " + phase.id()
                            + " is judged: control " + Untrusted.line(why)));
            phase.layers().stream().filter(layer -> !layer.green()).forEach(this::layerFinding);
            if (phase.unjudgedBecause().isEmpty()) {
                phase.cells().stream()
                        .filter(cell -> cell.verdict() != Verdict.HOLDS)
                        .forEach(this::cellFinding);
            }
        }
        report.mutations().stream()
                .filter(one -> !one.outcome().good())
                .forEach(one -> line("  " + mark(false) + " mutation " + one.id() + " "
                        + one.outcome().words() + ": " + Untrusted.line(one.because())));
        if (text.length() == before) {
            line("  none");
        }
    }

    private void mutations(DrillReport report) {
        if (report.mutations().isEmpty()) {
            return;
        }
        blank();
        line(Mood.TITLE, "Kill matrix · " + KillMatrix.sum(report.mutations()));
        line(Mood.FAINT, "  cells that turned red, by clause; . green, ? not judged, blank not measured");
        KillMatrix.lines(report.mutations()).forEach(words -> line("  " + Untrusted.line(words)));
        blank();
        for (MutationReport one : report.mutations()) {
            boolean good = one.outcome().good();
            line("  " + palette.paint(good ? Mood.GOOD : Mood.BAD, one.outcome().words()) + "  " + one.id() + ": "
                    + one.what() + faint(" · " + seconds(one.elapsedMillis())));
            line("      " + faint(one.expected()));
            if (!good) {
                line("      " + palette.paint(Mood.BAD, Untrusted.line(one.because())));
            }
        }
    }

    private void layerFinding(LayerReport layer) {
        line("  " + mark(false) + " layer " + layer.id() + " (" + layer.mechanism() + "): " + layer.fact());
        line("      fix: " + layer.fix());
    }

    private void cellFinding(CellReport cell) {
        line("  " + mark(cell.verdict()) + " " + cell.id() + ": " + cell.because());
        line("      " + Untrusted.line(cell.words()));
        line("      again: " + cell.rerun());
    }

    private void list(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            blank();
            line(Mood.TITLE, title);
            lines.forEach(words -> line("  - " + Untrusted.line(words)));
        }
    }

    private void answers(DrillReport report) {
        blank();
        line(Mood.TITLE, "Answers");
        for (ClauseReport clause : report.clauses()) {
            line(clause.id() + " " + mark(clause.verdict()) + " " + clause.sentence() + " — " + clause.answer());
        }
        line("Verdict: " + mark(report.verdict()) + " (exit " + report.exitStatus() + ") in "
                + seconds(report.elapsedMillis()));
    }

    private String mark(boolean green) {
        return green ? palette.paint(Mood.GOOD, "ok ") : palette.paint(Mood.BAD, "RED");
    }

    private String mark(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> palette.paint(Mood.GOOD, "HOLDS");
            case BROKEN -> palette.paint(Mood.BAD, "BROKEN");
            case COULD_NOT_JUDGE -> palette.paint(Mood.UNSURE, "COULD NOT JUDGE");
        };
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }

    /** Evidence holds a guest's words: cleaned before it is painted. */
    private String faint(String evidence) {
        return palette.paint(Mood.FAINT, Untrusted.line(evidence));
    }

    private void blank() {
        text.append('\n');
    }

    private void line(Mood mood, String words) {
        text.append(palette.paint(mood, Untrusted.line(words))).append('\n');
    }

    private void line(String words) {
        text.append(words).append('\n');
    }
}
