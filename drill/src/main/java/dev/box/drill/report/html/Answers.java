package dev.box.drill.report.html;

import dev.box.drill.report.ClauseReport;
import java.util.List;

/** One line for each clause of the contract, and what the run says nothing about. */
final class Answers {

    private Answers() {}

    static void write(View view, Html page) {
        page.open("section", "class", "card", "aria-labelledby", "answers-title");
        page.element("h2", "Answers", "id", "answers-title");
        page.element(
                "p",
                "One line for each clause of the contract. A cell is one measurement: a way that was tried, or a step that"
                        + " was taken.",
                "class",
                "note");
        page.open("ol", "class", "answers");
        for (ClauseReport clause : view.report().clauses()) {
            Mark mark = Mark.of(clause.verdict());
            page.open("li");
            mark.sign(page);
            page.open("div")
                    .open("a", "href", "#" + Html.anchor("clause", clause.id()))
                    .element("b", clause.id())
                    .text(" " + clause.sentence())
                    .close()
                    .element("small", clause.answer(), "class", mark.style())
                    .close()
                    .close()
                    .line();
        }
        page.close().close();
    }

    static void notDrilled(View view, Html page) {
        List<String> all = view.report().notDrilled();
        if (all.isEmpty()) {
            return;
        }
        page.open("section", "class", "card quiet", "aria-labelledby", "not-title");
        page.element("h2", "What was not drilled", "id", "not-title");
        page.element("p", "This run says nothing about:", "class", "note").open("ul");
        all.forEach(words -> page.element("li", words));
        page.close().close().line();
    }
}
