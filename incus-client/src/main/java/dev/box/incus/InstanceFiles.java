package dev.box.incus;

import java.io.InputStream;
import java.util.List;

/** The files of one instance, running or stopped. Paths are absolute, as the guest sees them. */
public final class InstanceFiles {

    private final Daemon daemon;
    private final String instance;

    InstanceFiles(Daemon daemon, String instance) {
        this.daemon = daemon;
        this.instance = instance;
    }

    /** What a path is. */
    public enum Kind {
        FILE,
        DIRECTORY,
        SYMLINK
    }

    /**
     * What was read.
     *
     * @param kind what the path is; a symlink is not followed
     * @param mode owner and permissions
     * @param content a file's bytes, or a symlink's target in UTF-8; empty for a directory
     * @param entries a directory's names; empty otherwise
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Content(Kind kind, FileMode mode, byte[] content, List<String> entries) {}

    /** Fails with {@link IncusException.NotFound} if there is nothing. The whole content is held in memory. */
    public Content read(String path, Deadline deadline) {
        throw later();
    }

    /** Streams a large file; {@code sink} gets the bytes as they come and is not closed. */
    public FileMode read(String path, java.io.OutputStream sink, Deadline deadline) {
        throw later();
    }

    /** Writes a file. Parent directories must exist; an existing file is replaced, its owner and mode too. */
    public void write(String path, byte[] content, FileMode mode, Deadline deadline) {
        throw later();
    }

    /**
     * Streams a large file in.
     *
     * @param length in bytes, -1 if it is not known
     */
    public void write(String path, InputStream content, long length, FileMode mode, Deadline deadline) {
        throw later();
    }

    /** Adds to the end of a file. */
    public void append(String path, byte[] content, Deadline deadline) {
        throw later();
    }

    /** Makes one directory; its parent must exist. Fine if it exists already. */
    public void mkdir(String path, FileMode mode, Deadline deadline) {
        throw later();
    }

    /** Makes a symlink at {@code path} that points to {@code target}. */
    public void symlink(String path, String target, Deadline deadline) {
        throw later();
    }

    /** The names in a directory. */
    public List<String> list(String path, Deadline deadline) {
        throw later();
    }

    /** Deletes a file, a symlink or an empty directory. */
    public void delete(String path, Deadline deadline) {
        throw later();
    }

    public boolean exists(String path, Deadline deadline) {
        throw later();
    }

    private static UnsupportedOperationException later() {
        return new UnsupportedOperationException("files");
    }
}
