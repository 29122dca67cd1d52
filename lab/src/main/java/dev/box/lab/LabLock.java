package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import dev.box.lab.machine.LabName;
import dev.box.lab.machine.Pause;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** One box at a time changes a lab; the kernel gives the lock back when its holder ends, however it ends. */
final class LabLock implements AutoCloseable {

    private final FileChannel channel;

    private LabLock(FileChannel channel) {
        this.channel = channel;
    }

    static LabLock acquire(Path root, LabName name, Deadline deadline) {
        Path file = root.resolve("." + name + ".lock");
        try {
            Files.createDirectories(root);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!Pause.until(() -> tryLock(channel) != null, "waiting for another box", deadline)) {
                channel.close();
                throw new BoxFailure.Failed(
                        "changing lab '" + name + "'", "another box is still at it", "box lab status --name " + name);
            }
            return new LabLock(channel);
        } catch (IOException e) {
            throw new BoxFailure.Failed("locking " + file, String.valueOf(e.getMessage()), "df -h " + root, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        } catch (IOException e) {
            throw new BoxFailure.Failed("locking a lab", String.valueOf(e.getMessage()), "", e);
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
