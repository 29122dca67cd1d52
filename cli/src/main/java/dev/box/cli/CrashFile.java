package dev.box.cli;

import dev.box.core.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Where the details of an unforeseen failure are kept, readable by its owner only. */
final class CrashFile {

    private final Settings settings;

    CrashFile(Settings settings) {
        this.settings = settings;
    }

    /** Writes {@code text} and returns the file's path, or empty if it could not be written. */
    String write(String text) {
        try {
            Path directory = Files.createDirectories(directory());
            Path file = directory.resolve("crash-" + System.currentTimeMillis() + "-"
                    + ProcessHandle.current().pid() + ".txt");
            try (var channel = Files.newByteChannel(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                channel.write(StandardCharsets.UTF_8.encode(text));
            }
            return file.toString();
        } catch (IOException | RuntimeException e) {
            // the failure itself is what matters; that it could not be kept is said by the caller
            return "";
        }
    }

    /** As the XDG base directory specification has it. */
    private Path directory() {
        String state = settings.environment().getOrDefault("XDG_STATE_HOME", "");
        if (state.startsWith("/")) {
            return Path.of(state, "box");
        }
        return Path.of(
                settings.environment().getOrDefault("HOME", System.getProperty("user.home")), ".local/state/box");
    }
}
