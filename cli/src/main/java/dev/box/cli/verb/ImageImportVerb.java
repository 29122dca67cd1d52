package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.image.BaseImages;
import dev.box.incus.Incus;
import java.nio.file.Path;

/** {@code box image import}. */
public final class ImageImportVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Arguments arguments = call.arguments();
        try (Incus incus = Daemon.connect(call)) {
            String fingerprint = new BaseImages(incus, call.settings())
                    .importBuilt(
                            arguments.value("for", BuiltImages.DEBIAN),
                            Path.of(arguments.first()).toAbsolutePath(),
                            Path.of(arguments.positional(1, "")).toAbsolutePath(),
                            call.progress(),
                            call.deadline(Limits.BUILD));
            call.terminal().out(fingerprint);
        }
        return ExitStatus.DONE;
    }
}
