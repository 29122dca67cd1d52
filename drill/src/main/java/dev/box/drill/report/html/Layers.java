package dev.box.drill.report.html;

import dev.box.drill.report.ClauseReport;
import dev.box.drill.report.LayerReport;
import java.util.List;

/** Which mechanism enforces which clause, and whether each is in force by itself. */
final class Layers {

    private Layers() {}

    static void write(View view, Html page) {
        List<LayerReport> layers = view.layers();
        if (layers.isEmpty()) {
            return;
        }
        List<ClauseReport> clauses = view.report().clauses().stream()
                .filter(clause -> !clause.layers().isEmpty())
                .toList();
        page.open("section", "class", "card", "aria-labelledby", "layers-title");
        page.element("h2", "Layers × clauses", "id", "layers-title");
        page.element(
                "p",
                "A dot: this layer enforces that clause, in the colour of what was measured of the clause. Where a row"
                        + " says that a layer is not in force although its clauses hold, another layer has caught it.",
                "class",
                "note");
        page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-labelledby", "layers-title");
        page.open("table", "class", "layers").open("thead").open("tr");
        page.element("th", "layer", "scope", "col").element("th", "by itself", "scope", "col");
        clauses.forEach(clause -> page.open("th", "scope", "col", "title", clause.sentence())
                .element("a", clause.id(), "href", "#" + Html.anchor("clause", clause.id()))
                .close());
        page.close().close().open("tbody");
        layers.forEach(layer -> row(layer, clauses, page));
        page.close().close().close().close().line();
    }

    private static void row(LayerReport layer, List<ClauseReport> clauses, Html page) {
        page.open("tr").open("th", "scope", "row").text(layer.mechanism());
        page.element("small", layer.green() ? layer.id() : layer.id() + ": " + layer.fact())
                .close();
        page.open("td", "class", Mark.of(layer.green()).style());
        page.element("span", layer.green() ? "✓ in force" : "✗ not in force", "class", "state")
                .close();
        for (ClauseReport clause : clauses) {
            page.open("td", "class", "dot");
            if (clause.layers().contains(layer.id())) {
                Mark mark = Mark.of(clause.verdict());
                page.element(
                        "span",
                        mark == Mark.HOLDS ? "●" : mark.sign(),
                        "class",
                        "sign " + mark.style(),
                        "role",
                        "img",
                        "aria-label",
                        clause.id() + " " + mark.words());
            }
            page.close();
        }
        page.close().line();
    }
}
