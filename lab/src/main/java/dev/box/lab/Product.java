package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import dev.box.lab.machine.LabName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * This build of box inside the lab's hosts. They see a directory of copies, of which {@code current} is the one last
 * published: so a lab that stays up runs the box that asks, also after a rebuild that removed the earlier one.
 */
final class Product {

    private static final String CURRENT = "current";

    private final LabName lab;
    private final Path directory;

    Product(LabSite site) {
        this.lab = site.name();
        this.directory = site.directory().resolve("box");
    }

    /** What hosts have at {@code /opt/box}; empty until something was published. */
    Path directory() {
        return directory;
    }

    /** Copies the product that this process runs from, if it is one ({@code box.home}) and if that is not done yet. */
    void publish(Deadline deadline) {
        try {
            Files.createDirectories(directory);
            String home = System.getProperty("box.home", "");
            if (home.isEmpty()) {
                return;
            }
            Path source = Path.of(home).toRealPath();
            String name = source.getFileName() + "-"
                    + Files.getLastModifiedTime(source).toMillis();
            Path copy = directory.resolve(name);
            if (!Files.isDirectory(copy)) {
                Path partial = directory.resolve(".partial");
                Subprocess.of("rm", "-rf", partial.toString()).run(deadline);
                // times are kept: the class cache compares those of its jars
                Subprocess.of("cp", "-a", "--reflink=auto", source.toString(), partial.toString())
                        .orFail("copying box into the lab", "df -h " + directory, deadline);
                Files.move(partial, copy, StandardCopyOption.ATOMIC_MOVE);
            }
            Path link = directory.resolve(".current");
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of(name));
            Files.move(
                    link,
                    directory.resolve(CURRENT),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "copying box into the lab", String.valueOf(e.getMessage()), "df -h " + directory, e);
        }
    }

    /**
     * The published copy of a file of the product that this process runs from. A rebuild removes the product itself, and a
     * JVM that has lost its runtime can start no process and load no class any more. Any other file is returned as it is.
     */
    Path kept(Path file) {
        try {
            Path real = file.toRealPath();
            String home = System.getProperty("box.home", "");
            if (home.isEmpty() || !real.startsWith(Path.of(home).toRealPath())) {
                return real;
            }
            Path copy = directory.resolve(CURRENT).toRealPath();
            return copy.resolve(Path.of(home).toRealPath().relativize(real));
        } catch (IOException e) {
            throw new BoxFailure.Failed("finding box's own files", String.valueOf(e.getMessage()), lab.anew(), e);
        }
    }
}
