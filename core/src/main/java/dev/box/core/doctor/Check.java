package dev.box.core.doctor;

import dev.box.core.text.Untrusted;
import java.util.function.Function;

/**
 * One question about the host, as data.
 *
 * @param id stable, e.g. {@code nft}
 * @param reads the fact that it reads, in words
 * @param why why that matters
 * @param repair what {@code --fix} does about it
 * @param judge the judgement of a reading; pure
 */
record Check(String id, String reads, String why, Repair repair, Function<Reading, Finding> judge) {

    /** A check of one part of the reading; a part that could not be read is told as what it is. */
    static <T> Check of(
            String id,
            String reads,
            String why,
            Repair repair,
            Function<Reading, Seen<T>> part,
            Function<T, Result> judge) {
        return new Check(id, reads, why, repair, reading -> switch (part.apply(reading)) {
            case Seen.Is<T> is -> finding(id, reads, why, judge.apply(is.value()), true);
            case Seen.Not<T> not -> finding(id, reads, why, unread(not), false);
        });
    }

    private static Result unread(Seen.Not<?> not) {
        return switch (not.why()) {
            case FAILED -> Result.dirty("could not be read: " + not.reason(), not.advice());
            case HIDDEN, MOOT -> Result.info(not.reason(), not.advice());
        };
    }

    private static Finding finding(String id, String reads, String why, Result result, boolean judged) {
        return new Finding(
                id,
                result.verdict(),
                judged,
                reads,
                Untrusted.line(result.fact()),
                why,
                result.repairable(),
                Untrusted.line(result.fix()));
    }
}
