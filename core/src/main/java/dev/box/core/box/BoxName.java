package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;

/** A box's name, valid by Incus's own rule for instances, so that nothing else ever reaches the daemon as one. */
public record BoxName(String value) {

    private static final int LONGEST = 63;

    /** Throws {@link BoxFailure.Refused} if {@code value} is not a name that Incus would take. */
    public BoxName {
        String fault = fault(value);
        if (!fault.isEmpty()) {
            throw new BoxFailure.Refused(
                    "naming a box '" + Untrusted.line(value) + "'",
                    fault,
                    "a name has 1 to 63 of a-z A-Z 0-9 and '-', starts with a letter and does not end in '-'");
        }
    }

    public static BoxName of(String value) {
        return new BoxName(value);
    }

    private static String fault(String value) {
        if (value.isEmpty()) {
            return "the name is empty";
        }
        if (value.length() > LONGEST) {
            return "it has " + value.length() + " characters";
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!isLetter(c) && !isDigit(c) && c != '-') {
                return "'" + Untrusted.line(String.valueOf(c)) + "' is not allowed in it";
            }
        }
        if (!isLetter(value.charAt(0))) {
            return "it does not start with a letter";
        }
        return value.endsWith("-") ? "it ends in '-'" : "";
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    @Override
    public String toString() {
        return value;
    }
}
