package dev.box.drill.report;

/** What a word says, for colouring. */
public enum Mood {
    GOOD,
    BAD,
    UNSURE,
    TITLE,
    FAINT
}
