package dev.box.drill.report.html;

import dev.box.drill.verdict.Verdict;

/** How a verdict looks: never by colour alone. */
enum Mark {
    HOLDS("holds", "✓", "holds"),
    BROKEN("broken", "✗", "broken"),
    UNSURE("unsure", "?", "could not judge"),
    /** Nothing was measured there. */
    ABSENT("absent", "·", "not measured");

    private final String style;
    private final String sign;
    private final String words;

    Mark(String style, String sign, String words) {
        this.style = style;
        this.sign = sign;
        this.words = words;
    }

    static Mark of(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> HOLDS;
            case BROKEN -> BROKEN;
            case COULD_NOT_JUDGE -> UNSURE;
        };
    }

    static Mark of(boolean green) {
        return green ? HOLDS : BROKEN;
    }

    /** Of the style sheet. */
    String style() {
        return style;
    }

    String sign() {
        return sign;
    }

    String words() {
        return words;
    }

    /** A pill with sign and words. */
    void badge(Html page) {
        page.open("span", "class", "badge " + style)
                .element("span", sign, "aria-hidden", "true")
                .text(" " + words)
                .close();
    }

    /** The sign alone, with its words for those who cannot see it. */
    void sign(Html page) {
        page.element("span", sign, "class", "sign " + style, "role", "img", "aria-label", words, "title", words);
    }
}
