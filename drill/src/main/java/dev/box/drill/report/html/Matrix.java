package dev.box.drill.report.html;

import dev.box.drill.report.CellReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who can reach whom, by protocol: senders down, targets across, each square the worst verdict of its cells. */
final class Matrix {

    private static final String INTERNET = "internet";
    private static final String HOST = "host";
    private static final String PRIVATE = "private space";

    /** Up to so many boxes, every protocol has a square of its own. */
    private static final int ROOMY = 4;

    private Matrix() {}

    static void write(View view, Html page) {
        if (view.cells().stream().noneMatch(CellReport::isWay)) {
            return;
        }
        List<String> targets = targets(view);
        boolean dense = view.boxes().size() > ROOMY;
        Map<String, Map<String, List<CellReport>>> rows = rows(view);
        page.open("section", "class", "card", "aria-labelledby", "matrix-title");
        page.element("h2", "Reachability, as observed", "id", "matrix-title");
        page.element(
                "p",
                "Each square is one protocol from the sender on the left to the target above. Green is as the line under"
                        + " the target's name demands: it passed, or it did not. A field without a square was not measured;"
                        + " a hatched one is the sender itself. Select a square for the evidence."
                        + (dense ? " What holds is folded into one square with the number of protocols." : ""),
                "class",
                "note");
        page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-labelledby", "matrix-title");
        page.open("table", "class", "matrix");
        head(view, targets, page);
        page.open("tbody");
        rows.forEach((from, cells) -> {
            page.open("tr");
            page.element("th", name(view, from), "scope", "row");
            targets.forEach(target -> squares(cells.getOrDefault(target, List.of()), from.equals(target), dense, page));
            page.close().line();
        });
        page.close().close().close().close().line();
    }

    private static void head(View view, List<String> targets, Html page) {
        page.open("thead").open("tr").element("th", "from \\ to", "scope", "col");
        for (String target : targets) {
            page.open("th", "scope", "col").text(name(view, target));
            page.element("small", target.equals(INTERNET) ? "must pass, but for IPv6" : "must not pass");
            page.close();
        }
        page.close().close();
    }

    private static void squares(List<CellReport> cells, boolean self, boolean dense, Html page) {
        page.open("td", "class", self ? "self" : "");
        Map<String, List<CellReport>> groups = new TreeMap<>(Protocols.order());
        cells.forEach(cell -> groups.computeIfAbsent(Protocols.group(cell), _ -> new ArrayList<>())
                .add(cell));
        if (!groups.isEmpty()) {
            page.open("div", "class", dense ? "squares dense" : "squares");
            List<CellReport> folded = new ArrayList<>();
            groups.forEach((group, some) -> {
                if (dense && View.worst(some) == Mark.HOLDS) {
                    folded.addAll(some);
                } else {
                    square(group, some, page);
                }
            });
            if (!folded.isEmpty()) {
                fold(folded, page);
            }
            page.close();
        }
        page.close();
    }

    private static void square(String group, List<CellReport> some, Html page) {
        Mark mark = View.worst(some);
        String words = group + " " + mark.words() + ": " + some.size() + " of "
                + some.getFirst().clause();
        page.element(
                "a",
                mark == Mark.HOLDS ? group : group + " " + mark.sign(),
                "class",
                "square " + mark.style(),
                "href",
                Evidence.link(worst(some)),
                "title",
                words);
    }

    /** Between many boxes only what does not hold is named; the rest is one square with their number. */
    private static void fold(List<CellReport> cells, Html page) {
        List<String> groups = cells.stream()
                .map(Protocols::group)
                .distinct()
                .sorted(Protocols.order())
                .toList();
        page.element(
                "a",
                Mark.HOLDS.sign() + " " + groups.size(),
                "class",
                "square " + Mark.HOLDS.style(),
                "href",
                Evidence.link(cells.getFirst()),
                "title",
                String.join(", ", groups) + " hold");
    }

    private static CellReport worst(List<CellReport> some) {
        Mark worst = View.worst(some);
        return some.stream()
                .filter(cell -> Mark.of(cell.verdict()) == worst)
                .findFirst()
                .orElse(some.getFirst());
    }

    private static List<String> targets(View view) {
        List<String> targets = new ArrayList<>(List.of(INTERNET, HOST, PRIVATE));
        targets.addAll(view.boxes());
        List<String> seen = view.cells().stream()
                .filter(CellReport::isWay)
                .map(cell -> target(view, cell))
                .toList();
        targets.retainAll(seen);
        seen.stream().filter(target -> !targets.contains(target)).distinct().forEach(targets::add);
        return targets;
    }

    private static Map<String, Map<String, List<CellReport>>> rows(View view) {
        Map<String, Map<String, List<CellReport>>> rows = new LinkedHashMap<>();
        for (CellReport cell : view.cells()) {
            if (!cell.isWay()) {
                continue;
            }
            rows.computeIfAbsent(cell.from(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(target(view, cell), _ -> new ArrayList<>())
                    .add(cell);
        }
        return rows;
    }

    /** The column of a cell: a box, or the part of the world that its target is in. */
    private static String target(View view, CellReport cell) {
        if (view.isBox(cell.to())) {
            return cell.to();
        }
        if (cell.to().equals("self")) {
            return cell.from();
        }
        if (cell.to().equals("public")) {
            return INTERNET;
        }
        return cell.clause().equals("A2.lan") ? PRIVATE : HOST;
    }

    private static String name(View view, String who) {
        return view.isBox(who) ? "box " + who : who.equals("lan") ? "LAN host" : who;
    }
}
