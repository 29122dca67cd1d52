package dev.box.drill.probe;

import dev.box.drill.verdict.Sender;
import dev.box.drill.verdict.Senders;

/**
 * What an instrument says of one probe. Its text comes from a guest and is untrusted.
 *
 * @param event {@code answer}, {@code silence}, {@code name}, {@code error} or {@code crash}
 * @param errno the kernel's name for the error; empty if there was none
 * @param text the raw evidence
 */
public record Answer(String event, String errno, String text, long elapsedMillis) {

    public Sender sender() {
        return Senders.of(event, errno);
    }

    /** The instrument itself failed. */
    static Answer crash(String why) {
        return new Answer("crash", "", why, 0);
    }
}
