package dev.box.cli.verb;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Which box this is. */
public final class Version {

    private Version() {}

    /** As the build has written it into the jar. */
    public static String read() {
        try (InputStream file = Objects.requireNonNull(Version.class.getResourceAsStream("/dev/box/cli/version.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
