package dev.box.drill.verdict;

/** What may be said of a cell, a clause or a run. */
public enum Verdict {
    HOLDS,
    BROKEN,
    COULD_NOT_JUDGE;

    /** Of two: one break is a break whatever else could not be judged, and an unjudged part keeps the whole from holding. */
    public Verdict and(Verdict other) {
        if (this == BROKEN || other == BROKEN) {
            return BROKEN;
        }
        return this == HOLDS ? other : this;
    }
}
