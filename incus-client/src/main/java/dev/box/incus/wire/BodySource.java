package dev.box.incus.wire;

import java.io.FilterOutputStream;
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

    /** Has {@code source} write; whatever fails but the connection is {@link Broken}. */
    static void write(Request.Source source, OutputStream to) throws IOException {
        Sink sink = new Sink(to);
        try {
            source.writeTo(sink);
        } catch (IOException e) {
            throw sink.failed ? e : new Broken(e);
        }
    }

    private static final class Sink extends FilterOutputStream {
        private boolean failed;

        Sink(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                failed = true;
                throw e;
            }
        }

        /** The request is not over with its body. */
        @Override
        public void close() {}
    }
}
