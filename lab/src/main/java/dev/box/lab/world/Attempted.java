package dev.box.lab.world;

import io.avaje.jsonb.Json;

/**
 * What the sender of a probe saw.
 *
 * @param detail the kernel's or ping's own words
 */
@Json
public record Attempted(Outcome outcome, String detail, long elapsedMillis) {

    public enum Outcome {
        /** Something came back from the peer. */
        REACHED,
        /** A reset or port-unreachable came back: the packet arrived. */
        REFUSED,
        TIMED_OUT,
        UNREACHABLE,
        PROHIBITED,
        /** The probe itself went wrong: nothing may be concluded. */
        CHECK_FAILED
    }
}
