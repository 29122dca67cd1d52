package dev.box.core.transfer;

import java.io.IOException;

/** A file that is not, or not only, what an export writes; the message says why. */
final class BadArchive extends IOException {
    private static final long serialVersionUID = 1L;

    BadArchive(String why) {
        super(why);
    }
}
