package dev.box.incus.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Socket} for HttpCore over a Unix socket. It connects when the first bytes are written and writes them at
 * once: a connection that stays silent, be it for the time that a cold JVM takes to load the HTTP classes, blocks every
 * other client of the daemon.
 */
final class UnixSocket extends Socket {

    private final Path path;
    private final TimeLeft time;
    private final Patience patience;
    private @Nullable UnixChannel channel;
    private boolean answered;

    UnixSocket(Path path, TimeLeft time, Patience patience) throws IOException {
        super((java.net.SocketImpl) null);
        this.path = path;
        this.time = time;
        this.patience = patience;
    }

    private UnixChannel connected() throws IOException {
        if (channel == null) {
            channel = UnixChannel.connect(path, time);
        }
        return channel;
    }

    @Override
    public OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                connected().write(ByteBuffer.wrap(bytes, offset, length), time);
            }
        };
    }

    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                ByteBuffer into = ByteBuffer.wrap(bytes, offset, length);
                int n = answered ? connected().read(into, time) : firstRead(into);
                answered = true;
                return n;
            }
        };
    }

    private int firstRead(ByteBuffer into) throws IOException {
        return FirstByte.read(connected(), into, time, patience);
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }

    @Override
    public boolean isClosed() {
        return false;
    }

    // HttpCore sets these on any socket; here the deadline rules, and a Unix socket does not linger.

    @Override
    public void setSoTimeout(int millis) {}

    @Override
    public int getSoTimeout() {
        return 0;
    }

    @Override
    public void setSoLinger(boolean on, int seconds) {}
}
