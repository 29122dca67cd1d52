package dev.box.core.process;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** This machine. Programs are found on root's PATH even if the caller's is shorter: nft and ip live in sbin. */
enum LocalMachine implements Machine {
    INSTANCE;

    private static final String SBIN = "/usr/local/sbin:/usr/sbin:/sbin";

    @Override
    public Subprocess command(List<String> argv) {
        String path = System.getenv("PATH");
        String full = path == null || path.isEmpty() ? "/usr/local/bin:/usr/bin:/bin:" + SBIN : path + ":" + SBIN;
        return Subprocess.of(argv.getFirst().startsWith("/") ? argv : resolved(argv, full))
                .env("PATH", full)
                .env("LC_ALL", "C.UTF-8");
    }

    /** Java looks a program up on its own PATH, not on the child's. */
    private static List<String> resolved(List<String> argv, String path) {
        for (String directory : path.split(":")) {
            Path candidate = Path.of(directory, argv.getFirst());
            if (Files.isExecutable(candidate)) {
                List<String> absolute = new ArrayList<>(argv);
                absolute.set(0, candidate.toString());
                return absolute;
            }
        }
        return argv;
    }

    @Override
    public Optional<String> read(Path file, Deadline deadline) {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw failed("reading " + file, e);
        }
    }

    @Override
    public void write(Path file, String text, Deadline deadline) {
        Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(fresh, text);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw failed("writing " + file, e);
        }
    }

    @Override
    public void delete(Path file, Deadline deadline) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failed("deleting " + file, e);
        }
    }

    @Override
    public boolean exists(Path path, Deadline deadline) {
        return Files.exists(path);
    }

    private static BoxFailure failed(String tried, IOException e) {
        return new BoxFailure.Failed(tried, String.valueOf(e), "run it as root: sudo box …", e);
    }
}
