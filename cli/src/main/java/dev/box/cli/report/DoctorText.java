package dev.box.cli.report;

import dev.box.cli.terminal.Paragraph;
import dev.box.core.doctor.Diagnosis;
import dev.box.core.doctor.Finding;
import dev.box.core.doctor.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code box doctor} for people: problems first and in full, what is fine in one line each. */
public final class DoctorText {

    private static final int WIDTH = 100;
    private static final int ID = 15;

    /** How a word of the report looks; a verdict stands for its mood. */
    public interface Palette {
        String paint(Verdict mood, String words);

        static Palette plain() {
            return (mood, words) -> words;
        }
    }

    private final StringBuilder out = new StringBuilder();
    private final Palette palette;

    private DoctorText(Palette palette) {
        this.palette = palette;
    }

    public static String render(Diagnosis diagnosis, Palette palette) {
        return new DoctorText(palette).all(diagnosis);
    }

    private String all(Diagnosis diagnosis) {
        if (diagnosis.outcome() == Diagnosis.Outcome.FRESH) {
            return "fresh: nothing of box is on this machine yet\n  set it up: sudo box setup-host\n";
        }
        for (Diagnosis.Repaired repaired : diagnosis.repairs()) {
            Verdict mood = repaired.done() ? Verdict.OK : Verdict.DIRTY;
            line(mood, repaired.done() ? "FIXED" : "TRIED", repaired.repair().words() + ":", words(repaired));
        }
        gap();
        for (Finding finding : diagnosis.findings(Verdict.DIRTY)) {
            line(Verdict.DIRTY, "DIRTY", finding.id(), finding.fact());
            detail("why", finding.why());
            detail("fix", finding.fix());
        }
        gap();
        for (Finding finding : judged(diagnosis.findings(Verdict.INFO))) {
            line(Verdict.INFO, "INFO", finding.id(), finding.fact());
            detail("fix", finding.fix());
        }
        unjudged(diagnosis.findings(Verdict.INFO))
                .forEach((reason, ids) ->
                        line(Verdict.INFO, "INFO", "not judged", String.join(", ", ids) + ": " + reason));
        gap();
        for (Finding finding : diagnosis.findings(Verdict.OK)) {
            line(Verdict.OK, "ok", finding.id(), finding.fact());
        }
        gap();
        return out.append(summary(diagnosis)).append('\n').toString();
    }

    /** What was changed has been narrated; a failure has not. */
    private static String words(Diagnosis.Repaired repaired) {
        int count = repaired.words().size();
        return repaired.done() && count != 1 ? count + " changes" : String.join("; ", repaired.words());
    }

    private static List<Finding> judged(List<Finding> findings) {
        return findings.stream().filter(Finding::judged).toList();
    }

    /** By the reason: a daemon that is down is one fact and not twenty. */
    private static Map<String, List<String>> unjudged(List<Finding> findings) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        for (Finding finding : findings) {
            if (!finding.judged()) {
                byReason.computeIfAbsent(finding.fact(), none -> new ArrayList<>())
                        .add(finding.id());
            }
        }
        return byReason;
    }

    private String summary(Diagnosis diagnosis) {
        List<Finding> dirty = diagnosis.findings(Verdict.DIRTY);
        if (dirty.isEmpty()) {
            return palette.paint(Verdict.OK, "this host is fit to mint boxes");
        }
        String count = dirty.size() == 1 ? "1 problem" : dirty.size() + " problems";
        long repairable = dirty.stream().filter(Finding::repairable).count();
        String repair = repairable == 0
                ? ""
                : "; " + (repairable == dirty.size() ? "all" : repairable + " of them")
                        + " can be repaired by: sudo box doctor --fix";
        return palette.paint(Verdict.DIRTY, count) + repair;
    }

    private void line(Verdict mood, String word, String id, String fact) {
        out.append(palette.paint(mood, word))
                .append(" ".repeat(Math.max(1, 7 - word.length())))
                .append(id)
                .append(" ".repeat(Math.max(1, ID - id.length())));
        wrapped(fact, 7 + Math.max(ID, id.length() + 1), true);
    }

    private void detail(String name, String words) {
        if (!words.isEmpty()) {
            out.append(" ".repeat(7 + ID - 5)).append(name).append("  ");
            // a command is one line, whatever its length: it is there to be copied
            wrapped(words, 7 + ID, name.equals("why"));
        }
    }

    private void wrapped(String words, int indent, boolean wrap) {
        out.append(Paragraph.wrapped(words, indent, wrap ? WIDTH : Paragraph.ENDLESS))
                .append('\n');
    }

    private void gap() {
        if (!out.isEmpty() && !out.toString().endsWith("\n\n")) {
            out.append('\n');
        }
    }
}
