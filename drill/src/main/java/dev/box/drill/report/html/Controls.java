package dev.box.drill.report.html;

import dev.box.drill.report.ControlReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What shows that the probes could have failed. */
final class Controls {

    private Controls() {}

    static void write(View view, Html page) {
        List<ControlReport> all = view.controls();
        if (all.isEmpty()) {
            return;
        }
        page.open("section", "class", "card", "aria-labelledby", "controls-title");
        page.element("h2", "Controls", "id", "controls-title");
        page.element(
                "p",
                "A target that must be blocked is shown to answer someone else, a counter is shown to count, and the same"
                        + " prober in the same box is shown to reach what it may.",
                "class",
                "note");
        Map<String, List<ControlReport>> groups = new LinkedHashMap<>();
        all.forEach(control -> groups.computeIfAbsent(kind(control), _ -> new java.util.ArrayList<>())
                .add(control));
        groups.forEach((kind, some) -> group(kind, some, page));
        page.close().line();
    }

    private static String kind(ControlReport control) {
        int dot = control.id().indexOf('.');
        return dot < 0 ? control.id() : control.id().substring(0, dot);
    }

    private static void group(String kind, List<ControlReport> some, Html page) {
        long green = some.stream().filter(ControlReport::green).count();
        boolean all = green == some.size();
        if (all) {
            page.open("details");
        } else {
            page.open("details", "open", "");
        }
        page.open("summary");
        Mark.of(all).sign(page);
        String what = some.getFirst().what();
        boolean alike = some.stream().allMatch(control -> control.what().equals(what));
        page.element("b", kind)
                .element("span", alike ? what : "for example: " + what, "class", "grow")
                .element("span", green + " of " + some.size(), "class", "count");
        page.close().open("ul", "class", "plain");
        for (ControlReport control : some) {
            page.open("li");
            Mark.of(control.green()).sign(page);
            page.open("div")
                    .element("code", control.id())
                    .text(" " + control.when() + " ")
                    .element("small", control.evidence())
                    .close()
                    .close();
        }
        page.close().close().line();
    }
}
