package dev.box.drill.verdict;

/** What the sending end of a probe was told. */
public enum Sender {
    /** Data, or an open connection, came back. */
    REACHED("an answer came back"),
    /** A reset or a port-unreachable came back: the packet arrived. */
    REFUSED("connection refused (a reset came back)"),
    TIMED_OUT("nothing came back"),
    UNREACHABLE("no route, or host unreachable"),
    /** This end's own kernel, or a filter that says so, forbade it. */
    PROHIBITED("forbidden by a filter"),
    /** A name service answered, and knows nothing. */
    NAME_FAILED("the name service knows nothing"),
    /** The instrument failed; nothing may be concluded. */
    CHECK_FAILED("the check itself failed");

    private final String words;

    Sender(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
