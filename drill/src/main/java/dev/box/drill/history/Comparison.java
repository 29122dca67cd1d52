package dev.box.drill.history;

import dev.box.core.failure.BoxFailure;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.JsonReport;
import dev.box.drill.report.LayerReport;
import dev.box.drill.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is different in one run from an earlier one. Never part of the exit status: a boundary that was broken yesterday and
 * still is has not become better by not changing.
 *
 * @param was id and time of the earlier run
 * @param changed cells and layers that both runs looked at, and that came out differently
 * @param added cells that only this run measured
 * @param gone cells that only the earlier run measured
 */
public record Comparison(String was, List<Change> changed, List<String> added, List<String> gone) {

    /** One cell, or {@code layer ID}. */
    public record Change(String id, Verdict was, Verdict is) {}

    /** Reads the earlier run from a {@code report.json}. Throws {@link BoxFailure.Refused} if it is none. */
    public static DrillReport baseline(Path file) {
        String tried = "reading the baseline " + file;
        String advice = "a baseline is the report.json of an earlier run: box drill --lab --report DIR";
        try {
            DrillReport report = JsonReport.read(Files.readString(file));
            if (!DrillReport.SCHEMA.equals(report.schema())) {
                throw new BoxFailure.Refused(tried, "its schema is not " + DrillReport.SCHEMA, advice);
            }
            return report;
        } catch (IOException e) {
            throw new BoxFailure.Refused(tried, e.toString(), advice);
        } catch (BoxFailure e) {
            throw e;
        } catch (RuntimeException e) {
            throw new BoxFailure.Refused(tried, "it is no drill report", advice);
        }
    }

    public static Comparison of(DrillReport before, DrillReport now) {
        Map<String, Verdict> was = verdicts(before);
        Map<String, Verdict> is = verdicts(now);
        List<Change> changed = new ArrayList<>();
        List<String> added = new ArrayList<>();
        is.forEach((id, verdict) -> {
            Verdict old = was.get(id);
            if (old == null) {
                added.add(id);
            } else if (old != verdict) {
                changed.add(new Change(id, old, verdict));
            }
        });
        List<String> gone =
                was.keySet().stream().filter(id -> !is.containsKey(id)).toList();
        return new Comparison(before.runId() + " of " + before.startedAt(), changed, added, gone);
    }

    private static Map<String, Verdict> verdicts(DrillReport report) {
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        report.phases().forEach(phase -> {
            for (LayerReport layer : phase.layers()) {
                verdicts.merge("layer " + layer.id(), layer.green() ? Verdict.HOLDS : Verdict.BROKEN, Verdict::and);
            }
            for (CellReport cell : phase.cells()) {
                verdicts.merge(cell.id(), cell.verdict(), Verdict::and);
            }
        });
        return verdicts;
    }

    /** In sentences, for the report's notes. */
    public List<String> notes() {
        List<String> lines = new ArrayList<>();
        String since = "since run " + was + ": ";
        if (changed.isEmpty() && added.isEmpty() && gone.isEmpty()) {
            return List.of(since + "no verdict changed");
        }
        Map<String, List<String>> kinds = new LinkedHashMap<>();
        changed.forEach(change -> kinds.computeIfAbsent(
                        words(change.was()) + " → " + words(change.is()), _ -> new ArrayList<>())
                .add(change.id()));
        kinds.forEach((kind, ids) -> lines.add(since + ids.size() + " " + kind + ": " + named(ids)));
        if (!added.isEmpty()) {
            lines.add(since + added.size() + " new: " + named(added));
        }
        if (!gone.isEmpty()) {
            lines.add(since + gone.size() + " no longer measured: " + named(gone));
        }
        return lines;
    }

    private static String named(List<String> ids) {
        int most = 8;
        String more = ids.size() > most ? " and " + (ids.size() - most) + " more" : "";
        return String.join(", ", ids.subList(0, Math.min(most, ids.size()))) + more;
    }

    private static String words(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> "holds";
            case BROKEN -> "broken";
            case COULD_NOT_JUDGE -> "not judged";
        };
    }
}
