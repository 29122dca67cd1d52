package dev.box.incus.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Reads what is sent, and keeps its failures apart from the connection's. */
final class BodySource {

    private BodySource() {}

    /** The caller's own source of a body failed: not the daemon's doing. */
    static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;

        Broken(IOException cause) {
            super("reading what is to be sent: " + cause.getMessage(), cause);
        }
    }

    static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[64 * 1024];
        for (int n = read(from, buffer); n >= 0; n = read(from, buffer)) {
            to.write(buffer, 0, n);
        }
    }

    private static int read(InputStream from, byte[] buffer) throws IOException {
        try {
            return from.read(buffer);
        } catch (IOException e) {
            throw new Broken(e);
        }
    }
}
