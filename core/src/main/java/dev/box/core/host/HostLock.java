package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * One box at a time changes a host's stack: two that converge at once would each undo what the other has half made. The
 * kernel gives the lock back when its holder ends, however it ends.
 */
public final class HostLock implements AutoCloseable {

    /** Gone after a reboot, as every holder is. */
    public static final Path FILE = Path.of("/run/box/host.lock");

    private static final String TRIED = "waiting for another box that changes this host";

    private final FileChannel channel;

    private HostLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Waits for its turn; {@code progress} is told if there is somebody to wait for. */
    public static HostLock acquire(Path file, Progress progress, Deadline deadline) {
        try {
            Files.createDirectories(file.getParent());
            HostLock lock = new HostLock(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
            if (lock.attempt().isEmpty()) {
                lock.await(progress, deadline);
            }
            return lock;
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private void await(Progress progress, Deadline deadline) {
        boolean mine = false;
        try (Progress.Step step = progress.step(TRIED, deadline)) {
            mine = Poll.until(TRIED, deadline, this::attempt).isPresent();
            if (mine) {
                step.done("");
            }
        } finally {
            if (!mine) {
                close();
            }
        }
        if (!mine) {
            throw new BoxFailure.Failed(
                    TRIED,
                    "it is still at it after " + deadline.budget().toSeconds() + " s; nothing was changed here",
                    "see who: sudo fuser -v " + FILE);
        }
    }

    private Optional<FileLock> attempt() {
        try {
            return Optional.ofNullable(channel.tryLock());
        } catch (OverlappingFileLockException e) {
            // held by another thread of this process
            return Optional.empty();
        } catch (IOException e) {
            throw failed(FILE, e);
        }
    }

    private static BoxFailure failed(Path file, IOException e) {
        return new BoxFailure.Failed(
                "locking " + file, String.valueOf(e.getMessage()), "run it as root: sudo box …", e);
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
