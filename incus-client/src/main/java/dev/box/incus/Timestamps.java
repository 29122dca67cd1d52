package dev.box.incus;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** The daemon's times. Records keep them as text: parsing costs start-up time that a listing need not pay. */
public final class Timestamps {

    private Timestamps() {}

    /** The instant, or empty for "never", which Go writes as year 1 and Incus in places as 1970. */
    public static Optional<Instant> parse(String rfc3339) {
        if (rfc3339.isEmpty() || rfc3339.startsWith("0001-") || rfc3339.startsWith("1970-01-01T00:00:00")) {
            return Optional.empty();
        }
        return Optional.of(OffsetDateTime.parse(rfc3339).toInstant());
    }
}
