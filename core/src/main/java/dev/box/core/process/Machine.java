package dev.box.core.process;

import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The machine that a host stack stands on: its programs and its files. Setup, doctor and the drill's mutations go through
 * it, so that all of them can also be pointed at another machine, such as a host of the lab.
 */
public interface Machine {

    /** A program of that machine, ready to run. */
    Subprocess command(List<String> argv);

    /** A program of that machine, ready to run. */
    default Subprocess command(String... argv) {
        return command(List.of(argv));
    }

    /** A file's text in UTF-8, or empty if there is no such file; throws {@code BoxFailure.Failed} if it cannot be read. */
    Optional<String> read(Path file, Deadline deadline);

    /** Replaces a file at once (temporary name, then rename), mode 0644, and makes its directory. */
    void write(Path file, String text, Deadline deadline);

    /** Removes a file; a missing one is fine. */
    void delete(Path file, Deadline deadline);

    boolean exists(Path path, Deadline deadline);

    /** Whether a program of this name is on the machine's root PATH. */
    default boolean has(String program, Deadline deadline) {
        for (String directory :
                List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")) {
            if (exists(Path.of(directory, program), deadline)) {
                return true;
            }
        }
        return false;
    }

    /** The machine that this process runs on. */
    static Machine local() {
        return LocalMachine.INSTANCE;
    }

    /**
     * Another machine, reached by a command such as {@code nsenter …} that runs what follows it.
     *
     * @param wrap turns a command of that machine into a command of this one
     */
    static Machine through(UnaryOperator<List<String>> wrap) {
        return new WrappedMachine(wrap);
    }
}
