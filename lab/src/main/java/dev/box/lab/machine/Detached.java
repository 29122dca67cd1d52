package dev.box.lab.machine;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Processes that go on when box itself has ended. */
public final class Detached {

    private static final int TAIL_LINES = 12;

    private Detached() {}

    /** Starts it with no input and both outputs in {@code log}. */
    public static Process start(List<String> argv, Path log) {
        try {
            return new ProcessBuilder(argv)
                    .directory(new File("/"))
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "running " + argv.getFirst(), String.valueOf(e.getMessage()), "install it, or look at " + log, e);
        }
    }

    /**
     * The process in the groups that is the first of a pid namespace {@code depth} levels below this one; empty if
     * {@code starter}, which has it as a child, ended first.
     */
    public static Optional<LabProcess> awaitInit(Process starter, List<Path> groups, int depth, Deadline deadline) {
        AtomicReference<Optional<LabProcess>> found = new AtomicReference<>(Optional.empty());
        Pause.until(
                () -> {
                    for (long pid : Cgroups.processes(groups)) {
                        if (LabProcess.depthAsInit(pid) == depth) {
                            found.set(LabProcess.of(pid));
                        }
                    }
                    return found.get().isPresent() || !starter.isAlive();
                },
                "waiting for a first process",
                deadline);
        return found.get();
    }

    /** The last lines of a log, safe to print. */
    public static String tail(Path log) {
        try {
            List<String> lines = Files.readString(log, java.nio.charset.StandardCharsets.ISO_8859_1)
                    .lines()
                    .toList();
            String text = String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
            return text.isBlank() ? "it said nothing" : Untrusted.lines(text);
        } catch (IOException e) {
            return "it left no log";
        }
    }
}
