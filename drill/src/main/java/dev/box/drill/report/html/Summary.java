package dev.box.drill.report.html;

import dev.box.drill.report.ControlReport;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.LayerReport;
import dev.box.drill.verdict.Verdict;
import java.util.Locale;

/** The head of the page: the verdict in one sentence, what it rests on, and how it was shown. */
final class Summary {

    private Summary() {}

    static String title(View view) {
        return "box drill " + view.report().runId() + ": "
                + Mark.of(view.report().verdict()).words();
    }

    static void write(View view, Html page) {
        DrillReport report = view.report();
        Mark mark = Mark.of(report.verdict());
        page.open("header", "class", "hero " + mark.style());
        page.element("p", "box drill · the isolation of throwaway machines, measured", "class", "kicker");
        page.open("h1")
                .element("span", mark.sign(), "class", "big", "aria-hidden", "true")
                .text(" " + headline(view))
                .close();
        page.element("p", lead(view), "class", "lead");
        facts(view, page);
        page.element(
                "p",
                "How it is shown: real boxes try what must not work. Each measurement asks both ends: what the sender"
                        + " was told by its kernel, and which frames the host's kernel counted where they would arrive."
                        + " Controls before and after show that every instrument could have seen a failure; where a"
                        + " control is red, nothing is concluded.",
                "class",
                "how");
        page.close().line();
    }

    private static String headline(View view) {
        return switch (view.report().verdict()) {
            case HOLDS -> "The boundary holds";
            case BROKEN -> "The boundary is broken";
            case COULD_NOT_JUDGE -> "Could not judge";
        };
    }

    private static String lead(View view) {
        long cells = view.cells().size();
        long broken = view.count(Verdict.BROKEN);
        long redLayers = view.layers().stream().filter(layer -> !layer.green()).count();
        return switch (view.report().verdict()) {
            case HOLDS ->
                "All " + cells + " measurements found what the contract promises: a box reaches the public"
                        + " internet and nothing else, and nothing reaches a box.";
            case BROKEN ->
                broken > 0
                        ? broken + " of " + cells + " measurements found a way that the contract forbids"
                                + " (or missed one that it promises)."
                        : redLayers > 0
                                ? "Every clause still holds, because layers back each other up, but "
                                        + (redLayers == 1 ? "one layer is" : redLayers + " layers are")
                                        + " not in force."
                                : "The drill did not prove itself: see the kill matrix.";
            case COULD_NOT_JUDGE ->
                "An instrument or a control failed, so this run says nothing about the boundary: neither that it holds"
                        + " nor that it is broken.";
        };
    }

    private static void facts(View view, Html page) {
        page.open("ul", "class", "facts");
        fact(page, view.count(Verdict.HOLDS), "hold", Mark.HOLDS);
        fact(page, view.count(Verdict.BROKEN), "broken", Mark.BROKEN);
        fact(page, view.count(Verdict.COULD_NOT_JUDGE), "not judged", Mark.UNSURE);
        long green = view.controls().stream().filter(ControlReport::green).count();
        fact(page, green + " of " + view.controls().size(), "controls green");
        long layers = view.layers().stream().filter(LayerReport::green).count();
        fact(page, layers + " of " + view.layers().size(), "layers in force");
        fact(page, String.valueOf(view.report().boxes().size()), "boxes");
        fact(page, seconds(view.report().elapsedMillis()), "in all");
        page.close();
    }

    private static void fact(Html page, long number, String words, Mark mark) {
        page.open("li", "class", number > 0 ? mark.style() : "none");
        page.element("b", String.valueOf(number)).text(" " + words).close();
    }

    private static void fact(Html page, String number, String words) {
        page.open("li").element("b", number).text(" " + words).close();
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
