package dev.box.core.process;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs one program: stdin closed or a given text, a deadline, a hard kill of the whole process tree, and output that
 * cannot hold the caller open (a grandchild that keeps the pipe is not waited for).
 */
public final class Subprocess {

    /** How long output may still trickle in once the program itself has ended. */
    private static final Duration DRAIN = Duration.ofMillis(500);

    private static final int LONGEST_SHOWN = 160;

    private final List<String> command;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private String stdin = "";
    private Consumer<String> onLine = line -> {};
    private Path directory = Path.of("/");
    private boolean inherit;
    private String shown;

    private Subprocess(List<String> command) {
        this.command = command;
        this.shown = abbreviated(command);
    }

    /** The first line of it at most: a message is no place for a script. */
    private static String abbreviated(List<String> command) {
        String all = String.join(" ", command);
        int end = all.indexOf('\n');
        String line = end < 0 ? all : all.substring(0, end);
        boolean whole = end < 0 && line.length() <= LONGEST_SHOWN;
        return whole
                ? line
                : line.substring(0, Math.min(line.length(), LONGEST_SHOWN)).strip() + " …";
    }

    public static Subprocess of(List<String> command) {
        return new Subprocess(List.copyOf(command));
    }

    public static Subprocess of(String... command) {
        return of(List.of(command));
    }

    /** Text for the program's standard input, which is closed after it. */
    public Subprocess stdin(String text) {
        this.stdin = text;
        return this;
    }

    public Subprocess env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public Subprocess in(Path directory) {
        this.directory = directory;
        return this;
    }

    /** Lets it use this process's own three streams, terminal included; nothing is captured then and no input given. */
    public Subprocess inheritStreams() {
        this.inherit = true;
        return this;
    }

    /** What to call it in messages, if the command itself is not what a user would have typed. */
    public Subprocess shownAs(String words) {
        this.shown = words;
        return this;
    }

    /** Called with each line of either stream as it comes, from a reader's thread; for progress only. */
    public Subprocess onLine(Consumer<String> listener) {
        this.onLine = listener;
        return this;
    }

    /**
     * What a finished program left behind.
     *
     * @param exitStatus its exit status, 128+n for signal n; meaningless if {@code timedOut}
     * @param stdout all it wrote there, UTF-8
     * @param stderr all it wrote there, UTF-8
     * @param timedOut whether it was killed at its deadline
     */
    public record Result(List<String> command, int exitStatus, String stdout, String stderr, boolean timedOut) {
        public boolean ok() {
            return !timedOut && exitStatus == 0;
        }

        /** Last words worth showing: stderr, or stdout if that is empty. */
        public String complaint() {
            String words = stderr.isBlank() ? stdout : stderr;
            return timedOut
                    ? "no answer before the deadline" + (words.isBlank() ? "" : "; " + words.strip())
                    : words.strip();
        }
    }

    /** Runs it and returns what it left, whatever its exit status. Throws {@link BoxFailure.Failed} only if it cannot be started. */
    public Result run(Deadline deadline) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        if (inherit) {
            builder.inheritIO();
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "running " + command.getFirst(),
                    String.valueOf(e.getMessage()),
                    MachinePackages.install(command.getFirst()),
                    e);
        }
        Reader out = new Reader(process.getInputStream());
        Reader err = new Reader(process.getErrorStream());
        try {
            Thread.ofVirtual().start(() -> feed(process));
            boolean ended = process.waitFor(deadline.remainingMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                kill(process);
                process.waitFor(5, TimeUnit.SECONDS);
            }
            out.join();
            err.join();
            return new Result(command, ended ? process.exitValue() : -1, out.text(), err.text(), !ended);
        } catch (InterruptedException e) {
            kill(process);
            Thread.currentThread().interrupt();
            throw new BoxFailure.Interrupted("running " + command.getFirst());
        }
    }

    /** Runs it and demands exit status 0; {@code tried} and {@code advice} say it in the user's terms otherwise. */
    public Result orFail(String tried, String advice, Deadline deadline) {
        Result result = run(deadline);
        if (!result.ok()) {
            throw new BoxFailure.Failed(tried, "'" + shown + "' said: " + result.complaint(), advice);
        }
        return result;
    }

    private void feed(Process process) {
        try (OutputStream pipe = process.getOutputStream()) {
            pipe.write(stdin.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // the program ended or closed its input first: its exit status tells the story
        }
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private final class Reader {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final Thread thread;

        Reader(InputStream stream) {
            thread = Thread.ofVirtual().start(() -> copy(stream));
        }

        private void copy(InputStream stream) {
            StringBuilder line = new StringBuilder();
            byte[] buffer = new byte[8192];
            try (stream) {
                for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    synchronized (bytes) {
                        bytes.write(buffer, 0, n);
                    }
                    line.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
                    int end = line.indexOf("\n");
                    for (; end >= 0; end = line.indexOf("\n")) {
                        onLine.accept(line.substring(0, end));
                        line.delete(0, end + 1);
                    }
                }
            } catch (IOException e) {
                // the pipe went away with the process
            }
        }

        void join() throws InterruptedException {
            thread.join(DRAIN);
        }

        String text() {
            synchronized (bytes) {
                return bytes.toString(StandardCharsets.UTF_8);
            }
        }
    }
}
