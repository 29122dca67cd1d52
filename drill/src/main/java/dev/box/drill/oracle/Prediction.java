package dev.box.drill.oracle;

import java.util.function.Supplier;

/**
 * What must happen to a packet or a question by the rules alone.
 *
 * @param why the rule or fact that decides
 */
public record Prediction(Outcome outcome, String why) {

    /** Where it ends. */
    public enum Outcome {
        PASSES("passes"),
        STOPPED("stopped"),
        /** The rules alone do not decide, or hold something that this oracle cannot read. */
        UNKNOWN("unknown");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    static Prediction passes(String why) {
        return new Prediction(Outcome.PASSES, why);
    }

    static Prediction stopped(String why) {
        return new Prediction(Outcome.STOPPED, why);
    }

    static Prediction unknown(String why) {
        return new Prediction(Outcome.UNKNOWN, why);
    }

    boolean passes() {
        return outcome == Outcome.PASSES;
    }

    /** Of two ways that may be taken at once: it is stopped only if both are. */
    Prediction or(Supplier<Prediction> other) {
        return outcome != Outcome.STOPPED ? this : other.get().outcome() == Outcome.STOPPED ? this : other.get();
    }

    /** Of two obstacles in a row: the second is met only behind the first. */
    Prediction then(Supplier<Prediction> next) {
        if (!passes()) {
            if (outcome == Outcome.UNKNOWN) {
                Prediction later = next.get();
                // a certain end further on decides whatever the uncertain one would have done
                return later.outcome() == Outcome.STOPPED ? later : this;
            }
            return this;
        }
        return next.get();
    }
}
