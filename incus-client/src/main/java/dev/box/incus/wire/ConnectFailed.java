package dev.box.incus.wire;

import java.io.IOException;

/** The socket did not take the connection: nobody listens, permission denied, no such file. */
public final class ConnectFailed extends IOException {
    private static final long serialVersionUID = 1L;

    public ConnectFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
