package dev.box.cli.verb;

import dev.box.cli.command.Completes;
import dev.box.cli.command.Completion.Word;
import dev.box.cli.terminal.Paragraph;
import dev.box.drill.contract.Clause;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.ContractRow;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.mutation.MutationRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything that a drill can be asked for: for people, and for a shell that completes it. From tables alone. */
final class DrillList {

    private final int columns;
    private final StringBuilder out = new StringBuilder();

    private DrillList(int columns) {
        this.columns = columns;
    }

    /** {@code columns} may be {@link Paragraph#ENDLESS}: then every measurement and mutation is one line. */
    static String text(int columns) {
        return new DrillList(columns).all();
    }

    private String all() {
        int id = longest(Contract.rows().stream().map(ContractRow::id).toList());
        for (PhaseId phase : PhaseId.values()) {
            Map<Clause, List<ContractRow>> clauses = new LinkedHashMap<>();
            Contract.rows(phase)
                    .forEach(row -> clauses.computeIfAbsent(row.clause(), _ -> new ArrayList<>())
                            .add(row));
            if (!clauses.isEmpty()) {
                out.append("Phase ").append(phase).append(", ").append(phase.word());
                out.append(": ").append(phase.title()).append(phase.labOnly() ? " (in the lab only)" : "");
                out.append('\n');
            }
            clauses.forEach((clause, rows) -> {
                line(2, clause.id(), 0, clause.sentence());
                rows.forEach(row -> line(4, row.id(), id, row.how() + " -> " + row.expected()));
                out.append('\n');
            });
        }
        out.append("Mutations: what is broken, and what must show it\n");
        int name = longest(MutationRun.list().keySet());
        MutationRun.list().forEach((mutation, words) -> line(2, mutation, name, words));
        return out.toString().stripTrailing();
    }

    private void line(int indent, String id, int width, String words) {
        int at = indent + Math.max(width, id.length()) + 2;
        out.append(" ".repeat(indent)).append(id).append(" ".repeat(at - indent - id.length()));
        out.append(Paragraph.wrapped(words, at, columns)).append('\n');
    }

    private static int longest(Iterable<String> words) {
        int longest = 0;
        for (String word : words) {
            longest = Math.max(longest, word.length());
        }
        return longest;
    }

    /** What completes a place of that kind. */
    static List<Word> words(Completes kind, String typed) {
        return switch (kind) {
            case PHASES -> phases(typed);
            case CELL -> cells(typed);
            default -> mutations();
        };
    }

    /** One more of a list with commas in it. */
    private static List<Word> phases(String typed) {
        String before = typed.substring(0, typed.lastIndexOf(',') + 1);
        List<String> named = List.of(before.split(",", -1));
        List<Word> words = new ArrayList<>();
        for (PhaseId phase : PhaseId.values()) {
            if (!named.contains(phase.word())) {
                words.add(new Word(before + phase.word(), phase.title()));
            }
        }
        return words;
    }

    /** Clauses, and the measurements of one that is typed in full. */
    private static List<Word> cells(String typed) {
        List<Word> words = new ArrayList<>();
        for (Clause clause : Clause.values()) {
            words.add(new Word(clause.id(), clause.sentence()));
        }
        for (ContractRow row : Contract.rows()) {
            if (typed.startsWith(row.clause().id())) {
                words.add(new Word(row.id(), row.how()));
            }
        }
        return words;
    }

    private static List<Word> mutations() {
        List<Word> words = new ArrayList<>();
        MutationRun.list().forEach((mutation, what) -> words.add(new Word(mutation, what)));
        return words;
    }
}
