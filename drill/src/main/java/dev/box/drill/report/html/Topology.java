package dev.box.drill.report.html;

import java.util.List;

/**
 * The picture: who is where, which ways there are, where a layer stands in each way, and what was found. Narrow enough to
 * be read on a phone without scrolling.
 */
final class Topology {

    private static final int WIDTH = 460;
    private static final int HEIGHT = 560;
    private static final int LAYERS_Y = 290;
    private static final int BRIDGE_Y = 372;
    private static final int BOXES_Y = 484;
    private static final int MOST_BOXES = 4;

    private final View view;
    private final Html page;

    private Topology(View view, Html page) {
        this.view = view;
        this.page = page;
    }

    static void write(View view, Html page) {
        new Topology(view, page).figure();
    }

    private void figure() {
        page.open("section", "class", "card", "aria-labelledby", "picture-title");
        page.element("h2", "The world it was measured in", "id", "picture-title");
        page.open("figure");
        page.open(
                "svg",
                "viewBox",
                "0 0 " + WIDTH + " " + HEIGHT,
                "class",
                "topology",
                "role",
                "img",
                "aria-label",
                "Boxes at the bottom hang on a bridge inside the host; above the host are the internet and private"
                        + " networks. The answers beside say in words what the picture shows.");
        places();
        page.line();
        way("A1", 58, BRIDGE_Y, 76, "nat", "NAT", true);
        way("A2.host", 178, BRIDGE_Y, 232, "host-input", "nft inet box", false);
        way("A7", 292, 76, BRIDGE_Y, "acl-ingress", "ACL ingress", false);
        way("A2.lan", 402, BRIDGE_Y, 76, "acl-egress", "ACL egress", false);
        names();
        siblings();
        page.close().line();
        caption();
        page.close().close();
    }

    private void places() {
        place(8, 8, 214, 66, "Internet", "public addresses", "outside");
        place(238, 8, 214, 66, "Private space", "LAN, VPN, metadata, 10/8 …", "outside");
        rect(8, 122, 444, 300, "host");
        label(72, 146, "Host " + shorten(view.report().hostname(), 24), "name", "start");
        place(104, 158, 150, 72, "Host's own", "ports and addresses", "inner");
        rect(20, LAYERS_Y - 26, 420, 52, "band");
        rect(20, BRIDGE_Y, 420, 36, "bridge");
        label(30, BRIDGE_Y + 23, "bridge boxnet", "name", "start");
        boxes();
    }

    private void boxes() {
        List<String> all = view.boxes();
        if (all.isEmpty()) {
            place(8, BOXES_Y, WIDTH - 16, 62, "no box was measured", "", "outside");
        }
        int shown = Math.min(all.size(), MOST_BOXES);
        int gap = 16;
        int each = shown == 0 ? 0 : (WIDTH - 16 - gap * (shown - 1)) / shown;
        for (int i = 0; i < shown; i++) {
            boolean more = i == shown - 1 && all.size() > shown;
            int x = 8 + i * (each + gap);
            line(x + each / 2, BRIDGE_Y + 36, x + each / 2, BOXES_Y, "cable");
            place(
                    x,
                    BOXES_Y,
                    each,
                    62,
                    more ? "and " + (all.size() - shown + 1) + " more" : "box " + all.get(i),
                    more ? "" : address(all.get(i)),
                    "box");
        }
    }

    private String address(String label) {
        return view.report().boxes().stream()
                .filter(box -> box.label().equals(label))
                .map(box -> box.address())
                .findFirst()
                .orElse("");
    }

    /**
     * One way with the layer that stands in it. A way that is stopped ends at its layer, in the sender's direction; one that
     * is open goes through.
     */
    private void way(String clause, int x, int from, int to, String layer, String words, boolean promised) {
        Mark mark = view.clause(clause);
        boolean through = promised == (mark == Mark.HOLDS) && mark != Mark.UNSURE && mark != Mark.ABSENT;
        boolean up = to < from;
        int edge = LAYERS_Y + (up ? 13 : -13);
        String style = "way " + mark.style();
        if (through) {
            line(x, from, x, to + (up ? 9 : -9), style);
            arrow(x, to, up, mark);
        } else {
            line(x, from, x, edge, style);
            line(x - 11, edge + (up ? 4 : -4), x + 11, edge + (up ? 4 : -4), style);
            line(x, LAYERS_Y + (up ? -13 : 13), x, to, "beyond");
        }
        chip(x, LAYERS_Y, words, view.layer(layer));
        int pill = up ? LAYERS_Y + 60 : 100;
        pill(x, clause.equals("A1") ? 100 : pill, clause, mark);
    }

    /** What the gateway answers, and IPv6: not ways, but questions. */
    private void names() {
        label(318, 168, "names", "faint", "start");
        pill(318 + 14, 186, "A4", view.clause("A4"));
        pill(318 + 14, 210, "A5", view.clause("A5"));
        label(432, 168, "IPv6", "faint", "end");
        pill(428, 186, "A6", view.clause("A6"));
    }

    private void siblings() {
        int shown = Math.min(view.boxes().size(), MOST_BOXES);
        if (shown < 2) {
            return;
        }
        int each = (WIDTH - 16 - 16 * (shown - 1)) / shown;
        int left = 8 + each / 2;
        int right = left + (each + 16) * (shown - 1);
        int y = 446;
        Mark mark = view.clause("A3");
        line(left + 6, y, right - 6, y, "way " + (mark == Mark.HOLDS ? "holds stopped" : mark.style()));
        sideArrow(left + 4, y, -1, mark);
        sideArrow(right - 4, y, 1, mark);
        chip(298, BRIDGE_Y + 18, "port isolation", view.layer("port-isolation"));
        chip(394, BRIDGE_Y + 18, "nft bridge", view.layer("bridge-drop"));
        pill((left + right) / 2, y, "A3", mark);
    }

    private void caption() {
        page.open("figcaption");
        for (Mark mark : List.of(Mark.HOLDS, Mark.BROKEN, Mark.UNSURE)) {
            mark.badge(page);
            page.text(" ");
        }
        page.text("Framed names are the layers, where they act. A1 must pass; every other way must end at its"
                        + " layer.")
                .close();
    }

    private void place(int x, int y, int width, int height, String name, String detail, String style) {
        rect(x, y, width, height, style);
        int middle = x + width / 2;
        label(middle, y + (detail.isEmpty() ? height / 2 + 5 : height / 2 - 3), name, "name", "middle");
        if (!detail.isEmpty()) {
            label(middle, y + height / 2 + 15, detail, "faint", "middle");
        }
    }

    private void rect(int x, int y, int width, int height, String style) {
        page.empty(
                "rect",
                "x",
                "" + x,
                "y",
                "" + y,
                "width",
                "" + width,
                "height",
                "" + height,
                "rx",
                "10",
                "class",
                "place " + style);
    }

    private void line(int x1, int y1, int x2, int y2, String style) {
        page.empty("line", "x1", "" + x1, "y1", "" + y1, "x2", "" + x2, "y2", "" + y2, "class", style);
    }

    private void arrow(int x, int y, boolean up, Mark mark) {
        int back = up ? y + 11 : y - 11;
        String points = (x - 6) + "," + back + " " + (x + 6) + "," + back + " " + x + "," + y;
        page.empty("polygon", "points", points, "class", "head " + mark.style());
    }

    private void sideArrow(int x, int y, int direction, Mark mark) {
        int back = x - direction * 11;
        String points = back + "," + (y - 6) + " " + back + "," + (y + 6) + " " + x + "," + y;
        page.empty("polygon", "points", points, "class", "head " + mark.style());
    }

    /** A layer: its name, outlined by its own check. */
    private void chip(int x, int y, String words, Mark mark) {
        int width = 12 + words.length() * 6;
        page.empty(
                "rect",
                "x",
                "" + (x - width / 2),
                "y",
                "" + (y - 12),
                "width",
                "" + width,
                "height",
                "24",
                "rx",
                "6",
                "class",
                "chip " + mark.style());
        label(x, y + 4, words, "chip-name " + mark.style(), "middle");
    }

    private void pill(int x, int y, String clause, Mark mark) {
        String words = clause + " " + mark.sign();
        int width = 14 + words.length() * 7;
        page.open("a", "href", "#" + Html.anchor("clause", clause));
        page.element("title", clause + " " + mark.words());
        page.empty(
                "rect",
                "x",
                "" + (x - width / 2),
                "y",
                "" + (y - 10),
                "width",
                "" + width,
                "height",
                "20",
                "rx",
                "10",
                "class",
                "pill " + mark.style());
        label(x, y + 4, words, "pill-name", "middle");
        page.close();
    }

    private void label(int x, int y, String words, String style, String anchor) {
        page.element("text", words, "x", "" + x, "y", "" + y, "class", style, "text-anchor", anchor);
    }

    private static String shorten(String words, int most) {
        return words.length() <= most ? words : words.substring(0, most - 1) + "…";
    }
}
