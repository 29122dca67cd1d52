package dev.box.core.transfer;

import dev.box.core.failure.BoxFailure;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file that nobody but its owner reads and that has its name only when it is whole: it is written beside it under a
 * hidden name, synced, and renamed. Closing it unfinished leaves nothing.
 */
final class NewFile implements AutoCloseable {

    private final Path target;
    private final Path part;
    private final boolean overwrite;
    private final FileChannel channel;
    private final OutputStream stream;
    private boolean finished;

    private NewFile(Path target, Path part, boolean overwrite, FileChannel channel) {
        this.target = target;
        this.part = part;
        this.overwrite = overwrite;
        this.channel = channel;
        this.stream = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 18);
    }

    /** Throws {@link BoxFailure.Refused} if something is there and may not be replaced, or is no file. */
    static NewFile create(Path file, boolean overwrite) throws IOException {
        Path target = file.toAbsolutePath();
        String tried = "writing " + file;
        if (Files.isDirectory(target)) {
            throw new BoxFailure.Refused(tried, "it is a directory", "name a file in it");
        }
        boolean there = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
        if (there && !overwrite) {
            throw exists(file);
        }
        if (there && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new BoxFailure.Refused(tried, "it is there and is no plain file", "choose another name");
        }
        Path part = target.resolveSibling("." + target.getFileName() + ".part");
        try {
            clear(part, tried);
            FileChannel channel = FileChannel.open(
                    part,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            channel.lock();
            return new NewFile(target, part, overwrite, channel);
        } catch (NoSuchFileException e) {
            throw new BoxFailure.Refused(
                    tried,
                    "there is no directory " + target.getParent(),
                    "make it first: mkdir -p " + target.getParent());
        }
    }

    /** Takes away what a killed one left: nobody holds its lock. */
    private static void clear(Path part, String tried) throws IOException {
        if (!Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (FileChannel old = FileChannel.open(part, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = old.tryLock()) {
            if (lock == null) {
                throw new BoxFailure.Refused(
                        tried, "somebody is writing it now: " + part, "wait for that, or choose another name");
            }
            Files.delete(part);
        }
    }

    OutputStream stream() {
        return stream;
    }

    long size() throws IOException {
        return channel.size();
    }

    /**
     * Gives it its name.
     *
     * @return its size in bytes
     */
    long finish() throws IOException {
        stream.flush();
        channel.force(true);
        long size = channel.size();
        if (overwrite) {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } else {
            nameUnlessTaken();
        }
        finished = true;
        return size;
    }

    /** A rename would replace what came to be there meanwhile; a hard link does not. */
    private void nameUnlessTaken() throws IOException {
        try {
            Files.createLink(target, part);
            Files.delete(part);
        } catch (FileAlreadyExistsException e) {
            throw exists(target);
        } catch (FileSystemException | UnsupportedOperationException e) {
            // a file system without hard links; this move replaces nothing that is there now
            Files.move(part, target);
        }
    }

    private static BoxFailure.Refused exists(Path file) {
        return new BoxFailure.Refused(
                "writing " + file, "there is a file of that name", "choose another name, or add --force");
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (!finished) {
            Files.deleteIfExists(part);
        }
    }
}
