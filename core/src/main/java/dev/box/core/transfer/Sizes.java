package dev.box.core.transfer;

import java.util.Locale;

/** Amounts of bytes for people. */
final class Sizes {

    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;

    private Sizes() {}

    static String text(long bytes) {
        if (bytes >= 10 * GIB) {
            return bytes / GIB + " GiB";
        }
        return bytes >= MIB
                ? String.format(Locale.ROOT, "%d MiB", bytes / MIB)
                : String.format(Locale.ROOT, "%d KiB", (bytes + 1023) / 1024);
    }
}
