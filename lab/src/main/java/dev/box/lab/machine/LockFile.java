package dev.box.lab.machine;

import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A lock between all boxes of this machine; the kernel gives it back when its holder ends, however it ends. It is asked
 * for again and again and never waited for in the kernel, which takes two processes whose threads hold one lock each and
 * wait for the other's to be deadlocked.
 */
public final class LockFile implements AutoCloseable {

    private final FileChannel channel;

    private LockFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Empty if another holds it until the deadline. */
    public static Optional<LockFile> acquire(Path file, Deadline deadline) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean held = false;
        try {
            while (!(held = taken(channel)) && !deadline.expired()) {
                Pause.briefly("waiting for another box");
            }
            return held ? Optional.of(new LockFile(channel)) : Optional.empty();
        } finally {
            if (!held) {
                channel.close();
            }
        }
    }

    private static boolean taken(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // a thread of this process has it
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // it is let go of when this process ends
        }
    }
}
