package dev.box.core.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * gzip on every core: blocks are compressed side by side and written in order, each a gzip member of its own, which any
 * gzip reads as one stream. Closing it ends the last member and leaves the sink open.
 */
final class ParallelGzip extends OutputStream {

    private static final int BLOCK = 1 << 20;

    private final OutputStream sink;
    private final int level;
    private final int ahead;
    private final ExecutorService workers;
    private final Deque<Future<byte[]>> pending = new ArrayDeque<>();
    private byte[] block = new byte[BLOCK];
    private int filled;
    private boolean written;

    ParallelGzip(OutputStream sink, int level) {
        int cores = Runtime.getRuntime().availableProcessors();
        this.sink = sink;
        this.level = level;
        this.ahead = 2 * cores;
        this.workers =
                Executors.newFixedThreadPool(cores, Thread.ofPlatform().daemon().factory());
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            int n = Math.min(left, BLOCK - filled);
            System.arraycopy(bytes, from, block, filled, n);
            filled += n;
            from += n;
            left -= n;
            if (filled == BLOCK) {
                submit();
            }
        }
    }

    private void submit() throws IOException {
        byte[] full = block;
        int length = filled;
        pending.add(workers.submit(() -> member(full, length)));
        written = true;
        block = new byte[BLOCK];
        filled = 0;
        while (pending.size() > ahead) {
            drain();
        }
    }

    private byte[] member(byte[] bytes, int length) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(length / 2);
        try (GZIPOutputStream gzip = new Levelled(out, level)) {
            gzip.write(bytes, 0, length);
        }
        return out.toByteArray();
    }

    private void drain() throws IOException {
        try {
            sink.write(pending.removeFirst().get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while compressing", e);
        } catch (ExecutionException e) {
            throw new IOException("compressing: " + e.getCause(), e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (filled > 0 || !written) {
                submit();
            }
            while (!pending.isEmpty()) {
                drain();
            }
            sink.flush();
        } finally {
            pending.clear();
            workers.shutdownNow();
        }
    }

    private static final class Levelled extends GZIPOutputStream {
        Levelled(OutputStream out, int level) throws IOException {
            super(out, 1 << 16);
            def.setLevel(level);
        }

        @Override
        public void close() throws IOException {
            super.close();
            def.end();
        }
    }

    /** The usual trade of size for time. */
    static final int FAST = Deflater.BEST_SPEED;
}
