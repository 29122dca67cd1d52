package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import dev.box.drill.DrillOptions;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.mutation.MutationRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What of the contract a user chose to have drilled. */
final class DrillChoice {

    private static final int MOST_BOXES = 10;
    private static final String BOXES = "3";
    /** What two boxes show of a broken layer, more of them show no better. */
    private static final String PAIR = "2";

    private DrillChoice() {}

    static DrillOptions options(Arguments arguments) {
        List<String> mutations = arguments.values("mutation");
        boolean mutate = arguments.has("mutate") || !mutations.isEmpty();
        DrillOptions options = DrillOptions.standard()
                .boxes(count(arguments.value("boxes", mutate ? PAIR : BOXES)))
                .phases(phases(arguments.value("phases", "")))
                .cells(cells(arguments.values("cell")))
                .keep(arguments.has("keep"));
        return mutate ? options.mutate(known(mutations)) : options;
    }

    /** A typing error is refused before anything is made; whether there will be such boxes is seen later. */
    private static List<String> cells(List<String> named) {
        for (String cell : named) {
            if (Contract.rows().stream().noneMatch(row -> row.isNamedBy(cell))) {
                throw unknown("measurements", "measurement", cell);
            }
        }
        return named;
    }

    private static List<String> known(List<String> mutations) {
        for (String mutation : mutations) {
            if (!MutationRun.list().containsKey(mutation)) {
                throw unknown("mutations", "mutation", mutation);
            }
        }
        return mutations;
    }

    private static BoxFailure.Refused unknown(String all, String one, String typed) {
        return new BoxFailure.Refused(
                "choosing the " + all,
                "there is no " + one + " '" + Untrusted.line(typed) + "'",
                "see what there is: box drill --list");
    }

    private static List<PhaseId> phases(String text) {
        List<PhaseId> phases = new ArrayList<>();
        if (!text.isEmpty()) {
            for (String word : text.split(",", -1)) {
                phases.add(PhaseId.of(word).orElseThrow(() -> unknown(word)));
            }
        }
        return phases;
    }

    private static BoxFailure.Refused unknown(String word) {
        List<String> words = Stream.of(PhaseId.values()).map(PhaseId::word).toList();
        return new BoxFailure.Refused(
                "choosing the phases", "there is no phase '" + word + "'", "some of " + String.join(",", words));
    }

    private static int count(String text) {
        try {
            int count = Integer.parseInt(text);
            if (count >= 2 && count <= MOST_BOXES) {
                return count;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new BoxFailure.Refused(
                "reading the number of boxes", "'" + text + "' is not 2 to " + MOST_BOXES, "--boxes " + BOXES);
    }

    /** The launcher that this process was started by. */
    static Optional<Path> launcher() {
        return Optional.ofNullable(System.getProperty("box.home"))
                .map(home -> Path.of(home, "bin", "box").normalize());
    }

    /** What a run with these options would do, in the lab or on this host. */
    static String plan(DrillOptions options, boolean lab) {
        List<PhaseId> phases = options.chosen(lab);
        String named = phases.stream()
                .map(phase -> "  " + phase + " " + phase.word() + ": "
                        + Contract.rows(phase).stream()
                                .filter(row -> options.cells().isEmpty()
                                        || options.cells().stream().anyMatch(row::isNamedBy))
                                .count()
                        + " rows" + (phase.labOnly() ? ", each disturbance of the host undone and read back" : ""))
                .collect(Collectors.joining("\n"));
        return "would make " + options.boxes()
                + " boxes named drill-..., count frames with an nft table of its own (boxdrill),"
                + " run these phases, and remove everything again:\n" + named
                + (options.mutate() ? "\n  and break each layer in turn" : "");
    }
}
