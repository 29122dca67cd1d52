package dev.box.incus.wire;

import java.net.SocketTimeoutException;

/** The time was up before a single byte came back. */
public sealed class NoAnswer extends SocketTimeoutException permits NotAccepted {
    private static final long serialVersionUID = 1L;

    public NoAnswer(String message) {
        super(message);
    }
}
