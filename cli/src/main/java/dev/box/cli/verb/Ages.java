package dev.box.cli.verb;

import dev.box.cli.terminal.Durations;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** How long ago something was. */
final class Ages {

    private Ages() {}

    /** From an RFC 3339 time in UTC; empty if it is none, since a stamp can hold anything. */
    static String since(String created) {
        try {
            return created.isEmpty() ? "" : Durations.age(Duration.between(Instant.parse(created), Instant.now()));
        } catch (DateTimeException e) {
            return "";
        }
    }
}
