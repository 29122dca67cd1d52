package dev.box.core.doctor;

/** Recorded readings. */
final class Readings {

    private Readings() {}

    /** Of a host of which nothing could be read. */
    static Reading nothing() {
        return new Reading(
                new Reading.DaemonFacts(new DaemonAnswer.Stopped("nobody listens"), "inactive", -1),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none(),
                none());
    }

    private static <T> Seen<T> none() {
        return Seen.moot("nothing is here");
    }
}
