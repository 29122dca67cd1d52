package dev.box.core.process;

import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A machine whose files are reached through its own programs as well, since its mount namespace is another one. */
final class WrappedMachine implements Machine {

    private static final String REACH = "check that the lab host is up: box lab status";

    private final UnaryOperator<List<String>> wrap;

    WrappedMachine(UnaryOperator<List<String>> wrap) {
        this.wrap = wrap;
    }

    @Override
    public Subprocess command(List<String> argv) {
        return Subprocess.of(wrap.apply(argv));
    }

    @Override
    public Optional<String> read(Path file, Deadline deadline) {
        if (!exists(file, deadline)) {
            return Optional.empty();
        }
        return Optional.of(command("cat", file.toString())
                .orFail("reading " + file, REACH, deadline)
                .stdout());
    }

    @Override
    public void write(Path file, String text, Deadline deadline) {
        String script = "umask 022 && mkdir -p \"${1%/*}\" && cat > \"$1.new\" && mv -f \"$1.new\" \"$1\"";
        command("sh", "-c", script, "write", file.toString()).stdin(text).orFail("writing " + file, REACH, deadline);
    }

    @Override
    public void delete(Path file, Deadline deadline) {
        command("rm", "-f", "--", file.toString()).orFail("deleting " + file, REACH, deadline);
    }

    @Override
    public boolean exists(Path path, Deadline deadline) {
        return command("test", "-e", path.toString()).run(deadline).ok();
    }
}
