package dev.box.incus.wire;

/** The time was up while the connection still waited in the listener's queue, or for a place in it. */
public final class NotAccepted extends NoAnswer {
    private static final long serialVersionUID = 1L;

    public NotAccepted(String message) {
        super(message);
    }
}
