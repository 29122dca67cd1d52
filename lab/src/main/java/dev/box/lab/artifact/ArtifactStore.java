package dev.box.lab.artifact;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.lab.machine.LockFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A directory of built things, each under the hash of everything that decides its content. A thing is built beside its
 * place and renamed when whole, so what is found is whole.
 */
public final class ArtifactStore {

    private static final Duration KEPT = Duration.ofDays(1);
    private static final String PARTIAL = ".partial-";

    private final Path directory;

    public ArtifactStore(Path directory) {
        this.directory = directory;
    }

    /** Builds into an empty directory. */
    @FunctionalInterface
    public interface Builder {
        void build(Path into, Progress.Step step, Deadline deadline) throws IOException;
    }

    /** The thing's directory, built now if it is not there. Says which of the two. One process builds, others wait for it. */
    public Path get(CacheKey key, String what, Builder builder, Progress progress, Deadline deadline) {
        Path place = directory.resolve(key.directory());
        if (Files.isDirectory(place)) {
            touch(place);
            progress.note(what + ": reused (" + key.shortHash() + ")");
            return place;
        }
        try (Progress.Step step = progress.step("building " + what, deadline)) {
            try (LockFile _ = lock(key, what, deadline)) {
                if (!Files.isDirectory(place)) {
                    build(key, place, builder, step, deadline);
                }
            }
            step.done("");
            return place;
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "building " + what + " in " + directory, String.valueOf(e.getMessage()), "df -h " + directory, e);
        }
    }

    private LockFile lock(CacheKey key, String what, Deadline deadline) throws IOException {
        return LockFile.acquire(directory.resolve("." + key.kind() + ".lock"), deadline)
                .orElseThrow(() -> new BoxFailure.Failed(
                        "building " + what + " in " + directory,
                        "another box is still building it",
                        "run the same command again"));
    }

    private static void touch(Path place) {
        try {
            Files.setLastModifiedTime(place, FileTime.from(Instant.now()));
        } catch (IOException e) {
            // it only keeps a thing from being forgotten
        }
    }

    private void build(CacheKey key, Path place, Builder builder, Progress.Step step, Deadline deadline)
            throws IOException {
        Path partial = directory.resolve(PARTIAL + key.kind());
        remove(partial); // what a killed build left: the lock says that nobody works in it
        Files.createDirectories(partial);
        long start = System.nanoTime();
        builder.build(partial, step, deadline);
        step.update(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s");
        Files.move(partial, place, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What is there, for a status: directory names. */
    public List<String> contents() {
        try (Stream<Path> children = Files.list(directory)) {
            return children.map(path -> path.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * Removes what {@code key} supersedes: things of its kind under other hashes that are not in use and that nobody took
     * for a day (another build of box may still want them).
     */
    void prune(CacheKey key, Predicate<Path> inUse) {
        FileTime recent = FileTime.from(Instant.now().minus(KEPT));
        for (String name : contents()) {
            Path place = directory.resolve(name);
            boolean superseded = name.startsWith(key.kind() + "-") && !name.equals(key.directory());
            if (superseded && !inUse.test(place) && lastTaken(place).compareTo(recent) < 0) {
                remove(place);
            }
        }
    }

    private static FileTime lastTaken(Path place) {
        try {
            return Files.getLastModifiedTime(place);
        } catch (IOException e) {
            return FileTime.from(Instant.now());
        }
    }

    static void remove(Path tree) {
        Subprocess.of("rm", "-rf", "--one-file-system", tree.toString()).run(Deadline.after(Duration.ofMinutes(2)));
    }
}
