package dev.box.drill.trial;

import dev.box.drill.verdict.Verdict;

/**
 * What came of a trial.
 *
 * @param because why it does not hold; empty if it does
 * @param words the evidence, from both the trial and its control; may hold a guest's words
 */
record Tried(Verdict verdict, String because, String words) {

    static Tried holds(String words) {
        return new Tried(Verdict.HOLDS, "", words);
    }

    static Tried broken(String because, String words) {
        return new Tried(Verdict.BROKEN, because, words);
    }

    static Tried unjudged(String because, String words) {
        return new Tried(Verdict.COULD_NOT_JUDGE, because, words);
    }

    /** It holds if what was found is what is wanted, and may be judged at all only if the control is green. */
    static Tried of(boolean control, boolean asWanted, String because, String words) {
        return !control ? unjudged("its control failed", words) : asWanted ? holds(words) : broken(because, words);
    }
}
