package dev.box.incus.wire;

import java.time.Duration;

/** How long a wait may still last, asked anew before each wait; never negative. */
@FunctionalInterface
public interface TimeLeft {

    Duration left();

    /** In whole milliseconds for a system call's timeout, at least 1 because 0 means "forever" there. */
    default int millis() {
        return (int) Math.clamp(left().toMillis(), 1, Integer.MAX_VALUE);
    }

    default boolean none() {
        return left().isZero();
    }
}
