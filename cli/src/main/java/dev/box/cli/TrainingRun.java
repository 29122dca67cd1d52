package dev.box.cli;

import dev.box.cli.terminal.Terminal;
import dev.box.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Walks the hot verbs once while the JVM records which classes they load, so that the class cache built from it starts
 * them fast. Run when the product is packaged, where there is no daemon: a rehearsed one answers. Nothing it prints or
 * concludes is used.
 */
public final class TrainingRun {

    private static final List<List<String>> WALK = List.of(
            List.of("--version"),
            List.of("help"),
            List.of("list", "--help"),
            List.of("list"),
            List.of("list", "--json"),
            List.of("info", "work"),
            List.of("info", "work", "--json"),
            List.of("exec", "work", "--", "true"),
            List.of("lst"),
            List.of("info", "nobody"));

    private TrainingRun() {}

    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("box-training");
        Path socket = directory.resolve("unix.socket");
        try (RehearsedDaemon daemon = RehearsedDaemon.listen(socket)) {
            Settings settings =
                    Settings.of(Map.of("INCUS_SOCKET", daemon.socket().toString(), "HOME", "/nonexistent"));
            for (List<String> words : WALK) {
                new Dispatch(Terminal.ofProcess(settings), settings, () -> false).run(words);
            }
        } finally {
            Files.deleteIfExists(socket);
            Files.delete(directory);
        }
    }
}
