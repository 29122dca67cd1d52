package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import java.time.Instant;

/** A snapshot's label: narrower than what Incus takes, so that it is one word on every command line. */
public record SnapshotLabel(String value) {

    private static final int LONGEST = 63;

    /** Throws {@link BoxFailure.Refused} with the reason. */
    public SnapshotLabel {
        String fault = fault(value);
        if (!fault.isEmpty()) {
            throw new BoxFailure.Refused(
                    "labelling a snapshot '" + Untrusted.line(value) + "'",
                    fault,
                    "a label has 1 to 63 of a-z A-Z 0-9 '-' '_' '.' and starts with a letter or digit");
        }
    }

    /** The label of a snapshot that nobody named. */
    public static SnapshotLabel ofNow() {
        return new SnapshotLabel("manual-" + Instant.now().getEpochSecond());
    }

    private static String fault(String value) {
        if (value.isEmpty()) {
            return "the label is empty";
        }
        if (value.length() > LONGEST) {
            return "it has " + value.length() + " characters";
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!isAlphanumeric(c) && "-_.".indexOf(c) < 0) {
                return "'" + Untrusted.line(String.valueOf(c)) + "' is not allowed in it";
            }
        }
        return isAlphanumeric(value.charAt(0)) ? "" : "it does not start with a letter or digit";
    }

    private static boolean isAlphanumeric(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    @Override
    public String toString() {
        return value;
    }
}
