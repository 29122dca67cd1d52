package dev.box.core.doctor;

/** What a check found. */
public enum Verdict {
    /** As it should be. */
    OK,
    /** A problem: the exit status says so. */
    DIRTY,
    /** Worth knowing, or not to be judged here; no problem in itself. */
    INFO
}
