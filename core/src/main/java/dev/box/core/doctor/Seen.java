package dev.box.core.doctor;

import java.util.function.Function;

/** A part of a reading: what was read, or why it was not. */
public sealed interface Seen<T> {

    /** It was read. */
    record Is<T>(T value) implements Seen<T> {}

    /**
     * It was not.
     *
     * @param why which kind of reason
     * @param reason in words
     * @param advice the next command; may be empty
     */
    record Not<T>(Why why, String reason, String advice) implements Seen<T> {}

    /** Why something could not be read. */
    enum Why {
        /** This account may not. */
        HIDDEN,
        /** Something else is missing first, which has a check of its own. */
        MOOT,
        /** It was tried and went wrong. */
        FAILED
    }

    static <T> Seen<T> is(T value) {
        return new Is<>(value);
    }

    static <T> Seen<T> moot(String reason) {
        return new Not<>(Why.MOOT, reason, "");
    }

    static <T> Seen<T> hidden(String reason) {
        return new Not<>(Why.HIDDEN, reason, "sudo box doctor");
    }

    /** The same of a part of it. */
    default <U> Seen<U> map(Function<T, U> part) {
        return switch (this) {
            case Is<T> is -> new Is<>(part.apply(is.value()));
            case Not<T> not -> new Not<>(not.why(), not.reason(), not.advice());
        };
    }
}
