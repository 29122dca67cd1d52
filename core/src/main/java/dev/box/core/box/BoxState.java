package dev.box.core.box;

import dev.box.incus.Instance;

/** A box's state in one word: what its minting left, and only for a whole box what the daemon says. */
public enum BoxState {
    RUNNING("running"),
    STOPPED("stopped"),
    FROZEN("frozen"),
    /** The daemon calls it broken. */
    ERROR("error"),
    /** Being minted, or its minting was killed. */
    INCOMPLETE("incomplete"),
    /** Its minting failed; left for inspection. */
    FAILED("failed"),
    /** A word that this version does not know. */
    UNKNOWN("unknown");

    private final String word;

    BoxState(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    static BoxState of(Instance instance, Stamp stamp) {
        return switch (stamp.state()) {
            case MINTING -> INCOMPLETE;
            case FAILED -> FAILED;
            case UNKNOWN -> UNKNOWN;
            case WHOLE -> power(instance.status());
        };
    }

    private static BoxState power(String status) {
        return switch (status) {
            case "Running", "Ready" -> RUNNING;
            case "Stopped" -> STOPPED;
            case "Frozen" -> FROZEN;
            case "Error" -> ERROR;
            default -> UNKNOWN;
        };
    }
}
