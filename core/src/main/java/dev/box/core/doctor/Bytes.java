package dev.box.core.doctor;

import java.util.Locale;

/** Sizes for people. */
final class Bytes {

    private Bytes() {}

    static String of(long bytes) {
        if (bytes >= 1L << 30) {
            return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
        }
        return (bytes >> 20) + " MiB";
    }
}
