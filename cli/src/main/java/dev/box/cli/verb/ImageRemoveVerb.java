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
        try (Incus incus = Daemon.connect(call)) {
            BaseImages images = new BaseImages(incus, call.settings());
            images.requireOwn(alias, call.deadline(Limits.QUICK));
            if (!call.arguments().has("force")) {
                new Consent(call.terminal())
                        .demand("deleting image '" + alias + "'", "delete image '" + alias + "'?", "--force");
            }
            images.remove(alias, call.deadline(Limits.POWER));
        }
        call.terminal().out("image '" + alias + "' is gone");
        return ExitStatus.DONE;
    }
}
