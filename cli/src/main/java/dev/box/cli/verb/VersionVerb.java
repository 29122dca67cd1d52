package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.VersionReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** {@code box version}. */
public final class VersionVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String version = version();
        if (call.json()) {
            call.terminal().rendered(Document.of(VersionReport.of(version), VersionReport.class));
        } else {
            call.terminal().out("box " + version);
        }
        return ExitStatus.DONE;
    }

    /** Written into the jar by the build. */
    private static String version() {
        try (InputStream file =
                Objects.requireNonNull(VersionVerb.class.getResourceAsStream("/dev/box/cli/version.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
