package dev.box.core.mint;

import dev.box.core.box.BoxName;
import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;

/**
 * A box to make as a copy of another.
 *
 * @param name of the new box
 * @param source name of the box to copy
 * @param snapshot its snapshot to copy; empty for the box as it is now
 * @param expires when its time is up, UTC, ISO 8601; empty for never
 */
public record CloneRequest(BoxName name, String source, String snapshot, String expires) {

    /** {@code from} is {@code box} or {@code box/snapshot}. Throws {@link BoxFailure.Refused} if it is neither. */
    public static CloneRequest of(BoxName name, String from, String expires) {
        int slash = from.indexOf('/');
        String snapshot = slash < 0 ? "" : from.substring(slash + 1);
        if (slash >= 0 && (snapshot.isEmpty() || snapshot.indexOf('/') >= 0)) {
            throw new BoxFailure.Refused(
                    "reading what to clone, '" + Untrusted.line(from) + "'",
                    "it is neither a box nor a snapshot of one",
                    "give a box or box/snapshot; box info BOX shows the snapshots");
        }
        return new CloneRequest(name, slash < 0 ? from : from.substring(0, slash), snapshot, expires);
    }

    /** As the daemon and the stamp spell it. */
    String from() {
        return snapshot.isEmpty() ? source : source + "/" + snapshot;
    }
}
