package dev.box.drill.mutation;

import dev.box.drill.contract.LayerId;
import dev.box.drill.mutation.Scorer.Score;
import dev.box.drill.mutation.Scorer.Seen;
import dev.box.drill.report.MutationReport;
import dev.box.drill.verdict.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes down what came of a mutation, in the kill matrix's words. */
final class MutationReports {

    private static final String LAYER = "layer.";
    private static final String CONTROL = "control.";

    private MutationReports() {}

    static MutationReport of(Mutation mutation, Score score, MutationRun.Taken taken, long elapsedMillis) {
        return new MutationReport(
                mutation.id(),
                mutation.what(),
                mutation.layers().stream().sorted().map(LayerId::id).collect(Collectors.joining(" ")),
                List.copyOf(named(mutation, taken.cells())),
                List.copyOf(red(taken)),
                score.outcome(),
                score.because(),
                taken.cells().stream()
                        .map(seen -> new MutationReport.Cell(
                                seen.report().id(),
                                seen.verdict(),
                                seen.report().words()))
                        .toList(),
                elapsedMillis);
    }

    /** What may turn red counts as named once it has. */
    private static Set<String> named(Mutation mutation, List<Seen> cells) {
        Set<String> named = new LinkedHashSet<>();
        switch (mutation.expected()) {
            case Expected.NotJudged(var controls) -> controls.forEach(control -> named.add(CONTROL + control));
            case Expected.Redundant _ -> {}
            case Expected.Red red -> {
                red.must().forEach(pick -> named.add(pick.row()));
                cells.stream()
                        .filter(seen -> seen.verdict() == Verdict.BROKEN && Pick.any(red.may(), seen))
                        .forEach(seen -> named.add(seen.report().row()));
            }
        }
        mutation.layers().stream().sorted().forEach(layer -> named.add(LAYER + layer.id()));
        return named;
    }

    private static Set<String> red(MutationRun.Taken taken) {
        Set<String> red = new LinkedHashSet<>();
        taken.cells().stream()
                .filter(seen -> seen.verdict() == Verdict.BROKEN)
                .forEach(seen -> red.add(seen.report().row()));
        taken.redLayers().stream().sorted().forEach(layer -> red.add(LAYER + layer.id()));
        taken.redControls().forEach(control -> red.add(CONTROL + control));
        return red;
    }
}
