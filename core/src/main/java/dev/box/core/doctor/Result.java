package dev.box.core.doctor;

import java.util.List;

/**
 * A check's answer about one reading.
 *
 * @param verdict the judgement
 * @param fact what was read, in words; may carry what a stranger wrote
 * @param fix the exact command that helps; empty if there is nothing to do
 */
record Result(Verdict verdict, String fact, String fix) {

    /** The fix of whatever {@code --fix} repairs. */
    static final String BY_FIX = "sudo box doctor --fix";

    /** Whether {@code --fix} repairs it: then its fix says so. */
    boolean repairable() {
        return verdict == Verdict.DIRTY && fix.contains(BY_FIX);
    }

    static Result ok(String fact) {
        return new Result(Verdict.OK, fact, "");
    }

    static Result info(String fact) {
        return new Result(Verdict.INFO, fact, "");
    }

    static Result info(String fact, String fix) {
        return new Result(Verdict.INFO, fact, fix);
    }

    static Result dirty(String fact, String fix) {
        return new Result(Verdict.DIRTY, fact, fix);
    }

    /** A problem that {@code box doctor --fix} repairs. */
    static Result repairable(String fact) {
        return new Result(Verdict.DIRTY, fact, BY_FIX);
    }

    /** DIRTY with all {@code faults}, or OK with {@code fine} if there are none. */
    static Result of(List<String> faults, String fine, String fix) {
        return faults.isEmpty() ? ok(fine) : dirty(String.join("; ", faults), fix);
    }
}
