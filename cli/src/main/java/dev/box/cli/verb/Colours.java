package dev.box.cli.verb;

import dev.box.drill.report.Mood;

/** How a terminal shows what the report means. */
final class Colours {

    private Colours() {}

    static String paint(Mood mood, String words) {
        String code = switch (mood) {
            case GOOD -> "32";
            case BAD -> "1;31";
            case UNSURE -> "33";
            case TITLE -> "1";
            case FAINT -> "2";
        };
        return "\u001b[" + code + "m" + words + "\u001b[0m";
    }
}
