package dev.box.drill.verdict;

/** A verdict and why, in one clause of a sentence; empty if it holds. */
public record Judgement(Verdict verdict, String because) {

    static Judgement holds() {
        return new Judgement(Verdict.HOLDS, "");
    }

    static Judgement broken(String because) {
        return new Judgement(Verdict.BROKEN, because);
    }

    /** Nothing may be concluded. */
    public static Judgement unjudged(String because) {
        return new Judgement(Verdict.COULD_NOT_JUDGE, because);
    }
}
