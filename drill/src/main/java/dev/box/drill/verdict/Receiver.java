package dev.box.drill.verdict;

/** What was counted at the receiving end. */
public enum Receiver {
    ARRIVED,
    NOTHING,
    NOT_OBSERVED;

    /** From a counter's growth; negative means that it could not be read or that there was none. */
    public static Receiver of(long frames) {
        return frames < 0 ? NOT_OBSERVED : frames == 0 ? NOTHING : ARRIVED;
    }
}
