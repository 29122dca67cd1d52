package dev.box.cli;

import dev.box.cli.terminal.Terminal;
import dev.box.core.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What one command line did, as an operator without a terminal would see it.
 *
 * @param status the exit status
 */
record Transcript(int status, String out, String err) {

    /** Runs it against the real table. */
    static Transcript of(String... words) {
        return of(Map.of("HOME", "/nonexistent"), words);
    }

    static Transcript of(Map<String, String> environment, String... words) {
        Settings settings = Settings.of(environment);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(stream(out), stream(err), new Terminal.Ttys(false, false, false), settings);
        int status = new Dispatch(terminal, settings, () -> false).run(List.of(words));
        terminal.flush();
        return new Transcript(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, false, StandardCharsets.UTF_8);
    }
}
