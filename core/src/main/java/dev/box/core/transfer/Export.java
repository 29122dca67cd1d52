package dev.box.core.transfer;

import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.box.Stamp;
import dev.box.core.failure.BoxFailure;
import dev.box.core.mint.Minter;
import dev.box.core.mint.Prune;
import dev.box.core.progress.Progress;
import dev.box.incus.Backups;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Writes a stopped box into one file. */
public final class Export {

    /** A backup that a kill leaves in the daemon's storage is {@link Prune}'s, and forgotten by itself after this. */
    private static final Duration KEPT = Duration.ofHours(12);

    private final Incus incus;
    private final Boxes boxes;

    public Export(Incus incus, Boxes boxes) {
        this.incus = incus;
        this.boxes = boxes;
    }

    /**
     * What was written.
     *
     * @param file where
     * @param bytes its size
     */
    public record Exported(Path file, long bytes) {}

    /**
     * Writes it. Under the name {@code file} there is the whole or what was there before.
     *
     * @param withoutSnapshots whether to leave snapshots and marks out
     * @param overwrite whether a file of that name may be replaced
     * @throws BoxFailure.Refused if the file may not be written; nothing was done
     */
    public Exported export(
            String name, Path file, boolean withoutSnapshots, boolean overwrite, Progress progress, Deadline deadline) {
        Box box = boxes.resolve(name, deadline);
        requireStill(box);
        if (box.instance().isVirtualMachine()) {
            progress.warn(
                    "box import takes containers only: it cannot check a VM's disk. 'incus import' takes this file");
        }
        String backup = Prune.EXPORT + Minter.label();
        try (NewFile part = NewFile.create(file, overwrite)) {
            try {
                make(box.name(), backup, withoutSnapshots, progress, deadline);
                fetch(box.name(), backup, part, progress, deadline);
            } catch (IncusException e) {
                throw Broken.off(
                        "exporting box '" + box.name() + "'",
                        e,
                        "the box is as it was, and " + file
                                + (Files.exists(file) ? " is the earlier one, untouched" : " was not written"),
                        again(box.name(), file, withoutSnapshots, overwrite));
            } finally {
                forget(box.name(), backup, progress);
            }
            return new Exported(file, part.finish());
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "writing " + file, String.valueOf(e.getMessage()), "look at free space and permissions there", e);
        }
    }

    private static String again(String name, Path file, boolean withoutSnapshots, boolean overwrite) {
        return "box export " + name + " " + file + (withoutSnapshots ? " --instance-only" : "")
                + (overwrite ? " --force" : "");
    }

    private static void requireStill(Box box) {
        String tried = "exporting box '" + box.name() + "'";
        if (!box.instance().status().equals("Stopped")) {
            throw new BoxFailure.Failed(
                    tried, "it is running, and a disk in use is a moving target", "box down " + box.name());
        }
        if (box.stamp().state() == Stamp.Mark.MINTING) {
            throw new BoxFailure.Failed(tried, "its minting did not end: it is not whole", "box rm " + box.name());
        }
    }

    /** Uncompressed: the daemon's own gzip keeps to one core. */
    private void make(String name, String backup, boolean withoutSnapshots, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("packing " + name, deadline)) {
            String expires =
                    Instant.now().plus(KEPT).truncatedTo(ChronoUnit.SECONDS).toString();
            backups()
                    .create(name, backup, withoutSnapshots, "none", expires, deadline)
                    .await(deadline, news -> step.update(news.text()));
            step.done("");
        }
    }

    private void fetch(String name, String backup, NewFile part, Progress progress, Deadline deadline)
            throws IOException {
        try (Progress.Step step = progress.step("compressing", deadline)) {
            Counted counted = new Counted(new ParallelGzip(part.stream(), ParallelGzip.FAST), step);
            try (OutputStream gzip = counted) {
                backups().fetch(name, backup, gzip, counted::expect, deadline);
            }
            step.done(Sizes.text(counted.count()) + " in " + Sizes.text(part.size()));
        }
    }

    private void forget(String name, String backup, Progress progress) {
        boolean interrupted = Thread.interrupted();
        try {
            Deadline own = Deadline.seconds(30);
            backups().delete(name, backup, own).await(own);
        } catch (IncusException.NotFound e) {
            // it never came to be
        } catch (IncusException e) {
            progress.warn("the daemon could not delete its own copy of the box now; it does so by itself in "
                    + KEPT.toHours() + " hours");
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Backups backups() {
        return incus.instances().backups();
    }
}
