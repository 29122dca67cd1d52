package dev.box.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A standard stream that remembers that it could not be written: a {@code PrintStream} on top of it keeps that to itself. */
final class Sink extends OutputStream {

    private final FileOutputStream file;
    private volatile @Nullable IOException failure;

    Sink(FileDescriptor descriptor) {
        this(new FileOutputStream(descriptor));
    }

    Sink(FileOutputStream file) {
        this.file = file;
    }

    /** The first one; null if everything was written. */
    @Nullable
    IOException failure() {
        return failure;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            file.write(bytes, offset, length);
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
            throw e;
        }
    }
}
