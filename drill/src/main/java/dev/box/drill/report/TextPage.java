package dev.box.drill.report;

import dev.box.core.text.Untrusted;
import dev.box.drill.verdict.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lines for people. Words are made harmless before they are painted, and broken at the page's width before that. */
final class TextPage {

    /** No line is broken. */
    static final int ENDLESS = Integer.MAX_VALUE;

    private static final int LEAST = 20;

    private final Palette palette;
    private final int width;
    private final StringBuilder text = new StringBuilder();

    TextPage(Palette palette, int width) {
        this.palette = palette;
        this.width = width;
    }

    void blank() {
        text.append('\n');
    }

    void title(String words) {
        title(0, words);
    }

    void title(int indent, String words) {
        write(indent, "", "", Mood.TITLE, words, indent + 2);
    }

    /** One of a list. */
    void item(int indent, String words) {
        write(indent, "", "-", null, words, indent + 2);
    }

    /** What stands under an id, ready to paste: {@code A3 HOLDS words…}. */
    void answer(String id, Verdict verdict, String words) {
        write(0, id, word(verdict), mood(verdict), words, 4);
    }

    /** Words with this indent, on as many lines as they need. */
    void plain(int indent, Mood mood, String words) {
        write(indent, "", "", mood, words, indent);
    }

    /** As {@link #plain}, in the terminal's own colour. */
    void words(int indent, String words) {
        write(indent, "", "", null, words, indent);
    }

    /** A mark and its words: {@code    HOLDS words…}. Further lines are indented by {@code hang}. */
    void marked(int indent, Verdict verdict, String words, int hang) {
        write(indent, "", word(verdict), mood(verdict), words, hang);
    }

    void check(int indent, boolean green, String words, int hang) {
        write(indent, "", green ? "ok" : "RED", green ? Mood.GOOD : Mood.BAD, words, hang);
    }

    /** {@code mood} is the mark's, or the words' if there is no mark. */
    private void write(int indent, String id, String mark, @Nullable Mood mood, String words, int hang) {
        String rest = Untrusted.line(words);
        text.repeat(' ', indent).append(id).append(id.isEmpty() ? "" : " ");
        if (!mark.isEmpty()) {
            paint(mood, mark);
            text.append(' ');
        }
        Mood body = mark.isEmpty() ? mood : null;
        int before = indent + (id.isEmpty() ? 0 : id.length() + 1) + (mark.isEmpty() ? 0 : mark.length() + 1);
        int room = Math.max(LEAST, width - before);
        while (rest.length() > room) {
            int space = rest.lastIndexOf(' ', room);
            int cut = space > 0 ? space : room;
            paint(body, rest.substring(0, cut));
            text.append('\n').repeat(' ', hang);
            rest = rest.substring(cut).stripLeading();
            room = Math.max(LEAST, width - hang);
        }
        paint(body, rest);
        text.append('\n');
    }

    private void paint(@Nullable Mood mood, String words) {
        text.append(mood == null ? words : palette.paint(mood, words));
    }

    static String word(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> "HOLDS";
            case BROKEN -> "BROKEN";
            case COULD_NOT_JUDGE -> "COULD NOT JUDGE";
        };
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }

    private static Mood mood(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> Mood.GOOD;
            case BROKEN -> Mood.BAD;
            case COULD_NOT_JUDGE -> Mood.UNSURE;
        };
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
