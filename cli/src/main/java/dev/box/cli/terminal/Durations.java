package dev.box.cli.terminal;

import java.time.Duration;

/** Times as people read them. No String.format: it costs more than the rest of a listing. */
public final class Durations {

    private Durations() {}

    /** Seconds with one decimal, right-aligned for a column, e.g. {@code    3.2 s}. */
    static String column(Duration time) {
        String text = seconds(time);
        return " ".repeat(Math.max(0, 8 - text.length())) + text;
    }

    /** E.g. {@code 3.2 s}, {@code 94.0 s}. */
    public static String seconds(Duration time) {
        long tenths = (time.toMillis() + 50) / 100;
        return tenths / 10 + "." + tenths % 10 + " s";
    }

    /** A limit, rounded, e.g. {@code 60 s}, {@code 30 min}, {@code 15 h}. */
    static String limit(Duration limit) {
        long seconds = (limit.toMillis() + 500) / 1000;
        if (seconds < 600) {
            return seconds + " s";
        }
        long minutes = (seconds + 30) / 60;
        return minutes < 180 ? minutes + " min" : (minutes + 30) / 60 + " h";
    }

    /** An age in its largest unit, e.g. {@code 45s}, {@code 12m}, {@code 7h}, {@code 3d}. */
    public static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 90) {
            return seconds + "s";
        }
        if (seconds < 90 * 60) {
            return seconds / 60 + "m";
        }
        if (seconds < 48 * 3600) {
            return seconds / 3600 + "h";
        }
        return seconds / 86_400 + "d";
    }
}
