package dev.box.incus.wire;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A Unix stream socket whose every wait ends. One thread may read while another writes; closing it from a third ends
 * both.
 */
final class UnixChannel implements AutoCloseable {

    private static final long CONNECT_RETRY_NANOS = 5_000_000;

    private final SocketChannel channel;
    private final Selector readable;
    private @Nullable Selector writable;
    private boolean closed;

    private UnixChannel(SocketChannel channel) throws IOException {
        this.channel = channel;
        this.readable = Selector.open();
        channel.register(readable, SelectionKey.OP_READ);
    }

    /**
     * Connects.
     *
     * @throws ConnectFailed if the kernel refuses
     * @throws NotAccepted if the listener's queue stayed full until the time was up
     */
    static UnixChannel connect(Path path, TimeLeft time) throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
        while (true) {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                channel.configureBlocking(false);
                if (channel.connect(address)) {
                    return new UnixChannel(channel);
                }
            } catch (IOException e) {
                if (!isFullQueue(e, path)) {
                    channel.close();
                    throw new ConnectFailed(String.valueOf(e.getMessage()), e);
                }
            }
            // Unlike TCP, a full queue means "try again", not "in progress": the same channel must not be reused.
            channel.close();
            if (time.none()) {
                throw new NotAccepted("the listener's queue is full");
            }
            LockSupport.parkNanos(CONNECT_RETRY_NANOS);
        }
    }

    /** EAGAIN has no exception class of its own and its message is in the user's language; all others are told apart. */
    private static boolean isFullQueue(IOException e, Path path) {
        return e.getClass() == SocketException.class && Files.isWritable(path);
    }

    /** Reads what there is, at least one byte, or -1 at the end. */
    int read(ByteBuffer into, TimeLeft time) throws IOException {
        while (true) {
            int n = channel.read(into);
            if (n != 0) {
                return n;
            }
            await(readable, time, "nothing came");
        }
    }

    /** Writes all of it. */
    void write(ByteBuffer bytes, TimeLeft time) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.write(bytes) == 0) {
                await(whenWritable(), time, "the peer takes no more");
            }
        }
    }

    private Selector whenWritable() throws IOException {
        synchronized (this) {
            if (closed) {
                throw new IOException("closed");
            }
            if (writable == null) {
                Selector selector = Selector.open();
                channel.register(selector, SelectionKey.OP_WRITE);
                writable = selector;
            }
            return writable;
        }
    }

    private void await(Selector selector, TimeLeft time, String complaint) throws IOException {
        if (time.none()) {
            throw new SocketTimeoutException(complaint);
        }
        try {
            selector.select(time.millis());
            selector.selectedKeys().clear();
            if (Thread.currentThread().isInterrupted()) {
                // select() returns at once from now on: waiting again would be a busy loop
                throw new InterruptedIOException("interrupted");
            }
        } catch (ClosedSelectorException e) {
            throw new IOException("closed", e);
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        // The selectors are descriptors too, and nothing else would ever close them.
        try (channel) {
            readable.close();
            if (writable != null) {
                writable.close();
            }
        }
    }
}
