package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.failure.BoxFailure;
import dev.box.core.transfer.Copy;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.nio.file.Path;

/** {@code box cp}: one side is {@code box:path}. A path with a slash before its colon is the host's. */
public final class CopyVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String source = call.arguments().first();
        String target = call.arguments().positional(1, "");
        int from = colon(source);
        int to = colon(target);
        if ((from > 0) == (to > 0)) {
            throw new BoxFailure.Refused(
                    "reading the command line",
                    from > 0 ? "both sides are in boxes" : "neither side is in a box",
                    "one side is BOX:PATH, e.g.: box cp notes.txt work:/home/dev/");
        }
        Deadline deadline = call.deadline(Limits.TRANSFER);
        try (Incus incus = Daemon.connect(call)) {
            String name = from > 0 ? source.substring(0, from) : target.substring(0, to);
            Box box = new Boxes(incus, call.settings()).resolve(name, deadline.within(Limits.QUICK));
            Copy copy = new Copy(incus, box, call.progress(), deadline);
            if (from > 0) {
                copy.out(inBox(box, source.substring(from + 1)), TypedPath.of(target));
            } else {
                copy.in(TypedPath.of(source), inBox(box, target.substring(to + 1)));
            }
        }
        return ExitStatus.DONE;
    }

    private static int colon(String typed) {
        int colon = typed.indexOf(':');
        int slash = typed.indexOf('/');
        return slash >= 0 && slash < colon ? -1 : colon;
    }

    /** A path that does not begin with a slash begins at the user's home. */
    private static String inBox(Box box, String path) {
        String home = box.user().home();
        String absolute = path.startsWith("/") ? path : path.isEmpty() ? home : home + "/" + path;
        return Path.of(absolute).normalize().toString();
    }
}
