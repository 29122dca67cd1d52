package dev.box.core.transfer;

import dev.box.core.progress.Progress;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Counts what goes through and tells how far it is. */
final class Counted extends FilterOutputStream {

    private static final long STEP = 8 << 20;

    private final Progress.Step step;
    private long count;
    private long expected;
    private long told;

    Counted(OutputStream out, Progress.Step step) {
        super(out);
        this.step = step;
    }

    void expect(long bytes) {
        expected = bytes;
    }

    long count() {
        return count;
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
        add(1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        add(length);
    }

    private void add(int n) {
        count += n;
        if (count - told >= STEP) {
            told = count;
            step.update(expected > 0 ? 100 * count / expected + "%" : Sizes.text(count));
        }
    }
}
