package dev.box.drill.report.html;

import dev.box.drill.contract.Clause;
import dev.box.drill.report.MutationReport;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The drill drilled: each deliberate break, and where it was noticed. */
final class KillMatrix {

    private static final String LAYER = "layer";
    private static final String CONTROL = "control";

    private KillMatrix() {}

    static void write(View view, Html page) {
        List<MutationReport> all = view.report().mutations();
        if (all.isEmpty()) {
            return;
        }
        long good = all.stream().filter(one -> one.outcome().good()).count();
        List<String> columns = columns(view);
        columns.add(LAYER);
        columns.add(CONTROL);
        page.open("section", "class", "card", "aria-labelledby", "kill-title");
        page.element("h2", "Kill matrix: the drill drills itself", "id", "kill-title");
        page.element(
                "p",
                good + " of " + all.size()
                        + " deliberate breaks were noticed where they had to be. Each was made in the lab, measured, and"
                        + " undone. Killed: what was named turned red. Redundant: another layer kept the clause, and the"
                        + " check of the broken one turned red. Not judged: an instrument was broken, and the drill said"
                        + " that it could not judge. ◉ turned red as named, ○ was named and stayed green, ● turned red"
                        + " unnamed.",
                "class",
                "note");
        page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-labelledby", "kill-title");
        page.open("table", "class", "kill").open("thead").open("tr");
        page.element("th", "break", "scope", "col").element("th", "outcome", "scope", "col");
        columns.forEach(column -> page.element("th", column, "scope", "col"));
        page.close().close().open("tbody");
        all.forEach(one -> row(one, columns, page));
        page.close().close().close().close().line();
    }

    /** Clauses that a layer enforces and that this run measured; and those of which a break names a row. */
    private static List<String> columns(View view) {
        List<String> columns = new ArrayList<>();
        for (Clause clause : Clause.values()) {
            boolean measured = !clause.layers().isEmpty() && view.clause(clause.id()) != Mark.ABSENT;
            boolean named = view.report().mutations().stream()
                    .flatMap(one -> Stream.concat(one.expectedRed().stream(), one.red().stream()))
                    .anyMatch(id -> covered(id, List.of(clause.id())));
            if (measured || named) {
                columns.add(clause.id());
            }
        }
        return columns;
    }

    private static void row(MutationReport one, List<String> columns, Html page) {
        Mark mark = Mark.of(one.outcome().good());
        page.open("tr").open("th", "scope", "row").text(one.what());
        page.element("small", one.because().isEmpty() ? one.id() : one.id() + ": " + one.because());
        evidence(one, page);
        page.close();
        page.open("td", "class", mark.style())
                .element(
                        "span",
                        mark.sign() + " " + one.outcome().words().replaceFirst(":.*|, as.*", ""),
                        "class",
                        "state",
                        "title",
                        one.outcome().words())
                .close();
        for (String column : columns) {
            List<String> named = of(column, one.expectedRed(), columns);
            List<String> red = of(column, one.red(), columns);
            page.open("td", "class", "dot", "title", String.join(" ", red.isEmpty() ? named : red));
            sign(named, red, page);
            page.close();
        }
        page.close().line();
    }

    private static void evidence(MutationReport one, Html page) {
        if (one.cells().isEmpty()) {
            return;
        }
        page.open("details").element("summary", one.cells().size() + " cells measured meanwhile");
        page.open("ul", "class", "plain");
        for (MutationReport.Cell cell : one.cells()) {
            page.open("li");
            Mark.of(cell.verdict()).sign(page);
            page.open("div").element("code", cell.id()).text(" ").element("small", cell.words());
            page.close().close();
        }
        page.close().close();
    }

    private static void sign(List<String> named, List<String> red, Html page) {
        if (!red.isEmpty()) {
            boolean asNamed = named.containsAll(red) || red.stream().allMatch(id -> covered(id, named));
            page.element("span", asNamed ? "◉" : "●", "class", "sign " + (asNamed ? Mark.HOLDS : Mark.UNSURE).style());
        } else if (!named.isEmpty()) {
            page.element("span", "○", "class", "sign " + Mark.BROKEN.style());
        }
    }

    private static boolean covered(String id, List<String> named) {
        return named.stream()
                .anyMatch(name -> id.equals(name) || id.startsWith(name + ".") || id.startsWith(name + "/"));
    }

    /** The ids that belong under a column: the longest column that an id begins with. */
    private static List<String> of(String column, List<String> ids, List<String> columns) {
        return ids.stream().filter(id -> column.equals(home(id, columns))).toList();
    }

    private static String home(String id, List<String> columns) {
        String best = "";
        for (String column : columns) {
            boolean under = id.equals(column) || id.startsWith(column + ".") || id.startsWith(column + "/");
            if (under && column.length() > best.length()) {
                best = column;
            }
        }
        return best;
    }
}
