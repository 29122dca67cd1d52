package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** How long a box is wanted. It does nothing by itself: from its end on, {@code box prune} offers to remove the box. */
public final class Lifetime {

    private static final Duration LONGEST = Duration.ofDays(3650);
    private static final int MOST_DIGITS = 9;

    private Lifetime() {}

    /** A whole number and a unit, e.g. {@code 90s}, {@code 30m}, {@code 12h}, {@code 7d}. Throws {@link BoxFailure.Refused} for anything else. */
    public static Duration parse(String text) {
        int digits = text.length() - 1;
        if (digits >= 1 && digits <= MOST_DIGITS && isNumber(text, digits)) {
            Optional<ChronoUnit> unit = unit(text.charAt(digits));
            Duration lifetime = unit.map(u -> u.getDuration().multipliedBy(Long.parseLong(text.substring(0, digits))))
                    .orElse(Duration.ZERO);
            if (lifetime.isPositive() && lifetime.compareTo(LONGEST) <= 0) {
                return lifetime;
            }
        }
        throw new BoxFailure.Refused(
                "reading the lifetime '" + Untrusted.line(text) + "'",
                "it is no time between 1s and 3650d",
                "give a whole number and s, m, h or d, e.g. --ttl 8h");
    }

    private static boolean isNumber(String text, int digits) {
        for (int i = 0; i < digits; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static Optional<ChronoUnit> unit(char letter) {
        return switch (letter) {
            case 's' -> Optional.of(ChronoUnit.SECONDS);
            case 'm' -> Optional.of(ChronoUnit.MINUTES);
            case 'h' -> Optional.of(ChronoUnit.HOURS);
            case 'd' -> Optional.of(ChronoUnit.DAYS);
            default -> Optional.empty();
        };
    }

    /** What to write on a box that is wanted for this long from now on. */
    public static String endOf(Duration lifetime) {
        return Instant.now().plus(lifetime).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** When the box's time is up; empty for never, and for a text that no version of box wrote. */
    public static Optional<Instant> end(Map<String, String> config) {
        String text = config.getOrDefault(StampKey.EXPIRES.key(), "");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
