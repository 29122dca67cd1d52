package dev.box.drill.report;

/** How words are coloured; the caller knows what its terminal can do. */
public interface Palette {
    String paint(Mood mood, String words);

    /** No colour. */
    static Palette plain() {
        return (mood, words) -> words;
    }
}
