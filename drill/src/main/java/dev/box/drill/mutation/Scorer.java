package dev.box.drill.mutation;

import dev.box.drill.contract.LayerId;
import dev.box.drill.plan.Cell;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.MutationReport.Outcome;
import dev.box.drill.verdict.Receiver;
import dev.box.drill.verdict.Sender;
import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds what was seen of a mutation against what must come of it. */
final class Scorer {

    private static final int SHOWN = 6;

    private Scorer() {}

    /** An outcome, and why it is not a good one; empty if it is. */
    record Score(Outcome outcome, String because) {
        boolean good() {
            return outcome.good();
        }
    }

    /** One cell and what came of it; null if it is a row that is tried step by step. */
    record Seen(@Nullable Cell cell, CellReport report) {
        Verdict verdict() {
            return report.verdict();
        }
    }

    static Score score(Mutation mutation, Set<LayerId> redLayers, List<String> redControls, List<Seen> seen) {
        Score ofCells = switch (mutation.expected()) {
            case Expected.NotJudged(var controls) -> notJudged(controls, redControls, seen);
            case Expected.Redundant redundant ->
                judged(redControls, seen, new Expected.Red(List.of(), List.of(), List.of()), Outcome.REDUNDANT);
            case Expected.Red red -> judged(redControls, seen, red, Outcome.KILLED);
        };
        return ofCells.good() ? ofLayers(mutation, redLayers, ofCells) : ofCells;
    }

    private static Score notJudged(List<String> controls, List<String> red, List<Seen> seen) {
        List<String> green =
                controls.stream().filter(control -> !red.contains(control)).toList();
        if (!green.isEmpty()) {
            return new Score(Outcome.SURVIVED, "these controls stayed green: " + String.join(", ", green));
        }
        List<Seen> judged = seen.stream()
                .filter(one -> one.verdict() != Verdict.COULD_NOT_JUDGE)
                .toList();
        return judged.isEmpty()
                ? new Score(Outcome.NOT_JUDGED, "")
                : new Score(Outcome.BY_ACCIDENT, "judged all the same: " + ids(judged));
    }

    private static Score judged(List<String> redControls, List<Seen> seen, Expected.Red red, Outcome good) {
        if (!redControls.isEmpty()) {
            return new Score(Outcome.BY_ACCIDENT, "nothing could be judged: " + String.join(", ", redControls));
        }
        List<Seen> strays = seen.stream()
                .filter(one -> !Pick.any(red.must(), one))
                .filter(one -> one.verdict() == Verdict.COULD_NOT_JUDGE
                        || one.verdict() == Verdict.BROKEN && !Pick.any(red.may(), one))
                .toList();
        List<String> missed = missed(red, seen);
        if (!missed.isEmpty()) {
            return strays.isEmpty()
                    ? new Score(Outcome.SURVIVED, shown(missed))
                    : new Score(Outcome.BY_ACCIDENT, shown(missed) + "; by accident it showed in: " + ids(strays));
        }
        return strays.isEmpty()
                ? new Score(good, "")
                : new Score(Outcome.BY_ACCIDENT, "turned red without being named: " + ids(strays));
    }

    private static List<String> missed(Expected.Red red, List<Seen> seen) {
        List<String> missed = new ArrayList<>();
        for (Pick pick : red.must()) {
            List<Seen> own = seen.stream().filter(pick::matches).toList();
            if (own.isEmpty()) {
                missed.add(pick.row() + ": no such cell was measured");
            }
            List<Seen> green =
                    own.stream().filter(one -> one.verdict() != Verdict.BROKEN).toList();
            if (pick.every() || green.size() == own.size()) {
                green.forEach(one -> missed.add(one.report().id() + " says " + one.verdict() + because(one.report())));
            }
        }
        seen.stream()
                .filter(one -> Pick.any(red.refused(), one) && !refusedAfterArrival(one))
                .forEach(one -> missed.add(one.report().id() + " is no refusal with frames arrived: "
                        + one.report().words()));
        return missed;
    }

    private static String because(CellReport report) {
        return report.because().isEmpty() ? "" : " (" + report.because() + ")";
    }

    private static boolean refusedAfterArrival(Seen one) {
        CellReport.Attempt last = one.report().attempts().getLast();
        return last.sender() == Sender.REFUSED && last.receiver() == Receiver.ARRIVED;
    }

    private static Score ofLayers(Mutation mutation, Set<LayerId> red, Score otherwise) {
        Set<LayerId> green = new TreeSet<>(mutation.layers());
        green.removeAll(red);
        if (!green.isEmpty()) {
            return new Score(Outcome.SURVIVED, "the check of layer " + layers(green) + " stayed green");
        }
        Set<LayerId> extra = new TreeSet<>(red);
        extra.removeAll(mutation.layers());
        return extra.isEmpty()
                ? otherwise
                : new Score(Outcome.BY_ACCIDENT, "the check of layer " + layers(extra) + " turned red too");
    }

    private static String layers(Set<LayerId> layers) {
        return layers.stream().map(LayerId::id).collect(Collectors.joining(", "));
    }

    private static String ids(List<Seen> seen) {
        return shown(seen.stream()
                .map(one -> one.report().id() + " (" + one.report().because() + ")")
                .toList());
    }

    private static String shown(List<String> all) {
        String some = all.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return all.size() > SHOWN ? some + " and " + (all.size() - SHOWN) + " more" : some;
    }
}
