package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Consent;
import dev.box.core.image.BaseImages;
import dev.box.incus.Incus;

/** {@code box image rm}. */
public final class ImageRemoveVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String alias = call.arguments().first();
        if (!call.arguments().has("force")) {
            new Consent(call.terminal())
                    .demand("deleting image '" + alias + "'", "delete image '" + alias + "'?", "--force");
        }
        try (Incus incus = Daemon.connect(call)) {
            new BaseImages(incus, call.settings()).remove(alias, call.deadline(Limits.POWER));
        }
        call.terminal().out("image '" + alias + "' is gone");
        return ExitStatus.DONE;
    }
}
