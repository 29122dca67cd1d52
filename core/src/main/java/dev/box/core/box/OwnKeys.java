package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import dev.box.incus.IncusException;

/**
 * In a restricted project Incus up to 7.4 checks the keys that it writes itself as if the user had set them, and refuses
 * what brings other values of them along: most snapshots, and any backup.
 */
public final class OwnKeys {

    private OwnKeys() {}

    /** Whether {@code e} is that. */
    public static boolean forbids(IncusException e) {
        return e.answered().contains("\"volatile.") && e.answered().contains("is forbidden");
    }

    /** What to throw in place of {@code e}: in the user's terms if it is that, else the same. */
    public static RuntimeException explained(IncusException e, String tried, String advice) {
        return forbids(e)
                ? new BoxFailure.Failed(
                        tried,
                        "this version of Incus does not do it in a restricted project: it forbids keys there that it writes"
                                + " itself (" + Untrusted.line(e.answered()) + ")",
                        advice,
                        e)
                : e;
    }
}
