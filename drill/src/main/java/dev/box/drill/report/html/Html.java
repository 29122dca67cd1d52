package dev.box.drill.report.html;

import dev.box.core.text.Untrusted;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes markup. Whatever is given as text or as an attribute's value is made harmless, first of control characters and
 * then of markup, because most of it was said by a guest; only element and attribute names are taken as they are.
 */
final class Html {

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element; attributes are name, value, name, value. */
    Html open(String element, String... attributes) {
        start(element, attributes);
        open.push(element);
        return this;
    }

    Html close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** An element without content, such as {@code meta} or an SVG line. */
    Html empty(String element, String... attributes) {
        start(element, attributes);
        if (!element.equals("meta")) {
            out.append("</").append(element).append('>');
        }
        return this;
    }

    Html text(String words) {
        escape(words);
        return this;
    }

    /** An element with nothing but text in it. */
    Html element(String element, String words, String... attributes) {
        return open(element, attributes).text(words).close();
    }

    /** What another one has written, which is harmless already. */
    Html append(Html part) {
        out.append(part.out);
        return this;
    }

    /** The page's own style sheet; it holds no foreign word. */
    Html style(String sheet) {
        out.append("<style>").append(sheet).append("</style>");
        return this;
    }

    /** Ends a line of the source, so that the page can be read and compared as text. */
    Html line() {
        out.append('\n');
        return this;
    }

    String page() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return "<!DOCTYPE html>\n" + out + "\n";
    }

    /** A name for {@code id} and for links to it: letters, digits, dot and dash. */
    static String anchor(String kind, String id) {
        return kind + "-" + id.replaceAll("[^A-Za-z0-9.-]", "_");
    }

    private void start(String element, String... attributes) {
        out.append('<').append(element);
        for (int i = 0; i + 1 < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
        out.append('>');
    }

    private void escape(String words) {
        String clean = Untrusted.lines(words);
        for (int i = 0; i < clean.length(); i++) {
            char c = clean.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }
}
