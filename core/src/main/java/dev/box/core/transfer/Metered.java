package dev.box.core.transfer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Counts what is read, tells it now and then, and ends what becomes more than it may. */
final class Metered extends FilterInputStream {

    private static final long STEP = 4 << 20;

    private final long most;
    private final LongConsumer listener;
    private long count;
    private long told;

    Metered(InputStream in, long most, LongConsumer listener) {
        super(in);
        this.most = most;
        this.listener = listener;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int n = in.read(buffer, offset, length);
        if (n > 0) {
            count += n;
            if (count > most) {
                throw new BadArchive("it unpacks to more than the " + Sizes.text(most) + " that the pool has free");
            }
            if (count - told >= STEP) {
                told = count;
                listener.accept(count);
            }
        }
        return n;
    }

    @Override
    public long skip(long n) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long left = n;
        while (left > 0) {
            int read = read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                break;
            }
            left -= read;
        }
        return n - left;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
