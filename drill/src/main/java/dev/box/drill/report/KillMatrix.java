package dev.box.drill.report;

import dev.box.drill.contract.Clause;
import dev.box.drill.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The kill matrix for people: mutations down, clauses across, and in each square how many cells turned red. */
final class KillMatrix {

    private static final String QUIET = ".";
    private static final String NOT_MEASURED = " ";

    private KillMatrix() {}

    /** Lines of text. Squares: a number of red cells, {@code ?} not judged, {@code .} green, blank not measured. */
    static List<String> lines(List<MutationReport> mutations) {
        List<Clause> clauses = List.of(Clause.values());
        int wide = mutations.stream().mapToInt(one -> one.id().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        StringBuilder head = new StringBuilder(pad("", wide));
        clauses.forEach(clause -> head.append("  ").append(clause.id()));
        lines.add(head.append("  layers red").toString());
        for (MutationReport one : mutations) {
            StringBuilder line = new StringBuilder(pad(one.id(), wide));
            for (Clause clause : clauses) {
                line.append("  ").append(pad(square(one, clause), clause.id().length()));
            }
            line.append("  ").append(one.redLayers().isEmpty() ? "-" : String.join(",", one.redLayers()));
            lines.add(line.toString());
        }
        return lines;
    }

    /** E.g. {@code 31 mutations: 24 caught, 5 redundant, 2 not judged}. */
    static String sum(List<MutationReport> mutations) {
        List<String> parts = new ArrayList<>();
        for (MutationReport.Outcome outcome : MutationReport.Outcome.values()) {
            long count =
                    mutations.stream().filter(one -> one.outcome() == outcome).count();
            if (count > 0) {
                parts.add(count + " " + outcome.words());
            }
        }
        long millis =
                mutations.stream().mapToLong(MutationReport::elapsedMillis).sum();
        return mutations.size() + " mutations: " + String.join(", ", parts)
                + String.format(Locale.ROOT, "; %.1f s each", millis / 1000.0 / Math.max(1, mutations.size()));
    }

    private static String square(MutationReport one, Clause clause) {
        List<MutationReport.Cell> cells = one.cells().stream()
                .filter(cell -> cell.clause().equals(clause.id()))
                .toList();
        if (cells.isEmpty()) {
            return NOT_MEASURED;
        }
        long red =
                cells.stream().filter(cell -> cell.verdict() == Verdict.BROKEN).count();
        if (red > 0) {
            return String.valueOf(red);
        }
        boolean unsure = cells.stream().anyMatch(cell -> cell.verdict() == Verdict.COULD_NOT_JUDGE);
        return unsure ? "?" : QUIET;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
