package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** {@code box completion}: the script that asks box itself what comes next. */
public final class CompletionVerb implements Handler {

    public static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    @Override
    public int run(Invocation call) {
        String shell = call.arguments().first();
        if (!SHELLS.contains(shell)) {
            throw new BoxFailure.Refused(
                    "printing a completion script",
                    "there is none for '" + Untrusted.line(shell) + "'",
                    "one of: box completion " + String.join("|", SHELLS));
        }
        call.terminal().rendered(script(shell));
        return ExitStatus.DONE;
    }

    /** As it stands in the jar. */
    public static String script(String shell) {
        String path = "/dev/box/cli/completion/" + shell;
        try (InputStream file = Objects.requireNonNull(CompletionVerb.class.getResourceAsStream(path), path)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
