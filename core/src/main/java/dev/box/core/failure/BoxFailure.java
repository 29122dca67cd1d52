package dev.box.core.failure;

import org.jspecify.annotations.Nullable;

/**
 * A failure that a user can act on. The three parts are kept apart so that every front end can lay them out its own way
 * and no message is ever just "error".
 */
public abstract sealed class BoxFailure extends RuntimeException
        permits BoxFailure.Failed, BoxFailure.Refused, BoxFailure.Unjudged, BoxFailure.Interrupted {

    private static final long serialVersionUID = 1L;

    private final String tried;
    private final String answered;
    private final String advice;

    private BoxFailure(String tried, String answered, String advice, @Nullable Throwable cause) {
        super(tried + ": " + answered, cause);
        this.tried = tried;
        this.answered = answered;
        this.advice = advice;
    }

    /** What was being done, e.g. {@code starting box 'work'}. */
    public String tried() {
        return tried;
    }

    /** What the daemon, the kernel or the guest said. */
    public String answered() {
        return answered;
    }

    /** The next command to type or step to take; empty if there is none. */
    public String advice() {
        return advice;
    }

    /** The process's exit status for this kind of failure (spec: 1 failed, 2 asked wrong, 3 could not judge, 130 interrupted). */
    public abstract int exitStatus();

    /** It was a fair request and it went wrong. */
    public static final class Failed extends BoxFailure {
        private static final long serialVersionUID = 1L;

        public Failed(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }

        public Failed(String tried, String answered, String advice, Throwable cause) {
            super(tried, answered, advice, cause);
        }

        @Override
        public int exitStatus() {
            return 1;
        }
    }

    /** The request itself is wrong: unknown verb, option or template, a bad name, consent that could not be asked for. Nothing changed. */
    public static final class Refused extends BoxFailure {
        private static final long serialVersionUID = 1L;

        public Refused(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }

        @Override
        public int exitStatus() {
            return 2;
        }
    }

    /** A measurement could not be made, so nothing may be concluded from it. */
    public static final class Unjudged extends BoxFailure {
        private static final long serialVersionUID = 1L;

        public Unjudged(String tried, String answered, String advice) {
            super(tried, answered, advice, null);
        }

        @Override
        public int exitStatus() {
            return 3;
        }
    }

    /** The user interrupted it. */
    public static final class Interrupted extends BoxFailure {
        private static final long serialVersionUID = 1L;

        public Interrupted(String tried) {
            this(tried, "");
        }

        /** {@code advice} says what to do about what the work left behind. */
        public Interrupted(String tried, String advice) {
            super(tried, "interrupted", advice, null);
        }

        @Override
        public int exitStatus() {
            return 130;
        }
    }
}
