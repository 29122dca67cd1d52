package dev.box.drill.contract;

/** What a probe must find if its clause holds. */
public enum Expectation {
    /** An answer comes back. */
    REACHES("an answer"),
    /** Nothing comes back and nothing arrives. */
    SILENT("silence, and no frame at the other end"),
    /** It gets there: what answers, be it with a reset, is the far end itself. */
    ENTERS("a frame at the other end, and its answer or reset"),
    /** Nobody gets through: what refuses, if anything does, stands before the far end. */
    STAYS_OUT("no answer, and no frame at the other end"),
    /** The name service answers with an address. */
    RESOLVES("an address"),
    /** The guest looks, and sees nothing of its host. */
    FINDS_NOTHING("nothing of the host"),
    /** The name service answers, and knows nothing. */
    UNKNOWN_NAME("an answer without a name or address");

    private final String words;

    Expectation(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
