package dev.box.incus;

import java.time.Duration;

/**
 * A point in time by which work must be done. It is passed down instead of a number of seconds, so that nested waits
 * share one budget and none can outlive its caller.
 */
public final class Deadline {

    private static volatile int patience = 1;

    private final long endNanos;
    private final Duration budget;

    private Deadline(long endNanos, Duration budget) {
        this.endNanos = endNanos;
        this.budget = budget;
    }

    /**
     * Makes the deadlines that this process sets from now on longer, on a machine that is known to be slow.
     *
     * @param factor at least 1
     */
    public static void stretch(int factor) {
        patience = factor;
    }

    /** A deadline that ends {@code budget} from now, or later on a slow machine. */
    public static Deadline after(Duration budget) {
        return exactly(budget.multipliedBy(patience));
    }

    /** A deadline that ends {@code budget} from now, as somebody asked for. */
    public static Deadline exactly(Duration budget) {
        return new Deadline(System.nanoTime() + budget.toNanos(), budget);
    }

    /** A deadline that ends {@code seconds} from now. */
    public static Deadline seconds(long seconds) {
        return after(Duration.ofSeconds(seconds));
    }

    /** The earlier of this deadline and {@code step} from now: a step's own limit inside a larger budget. */
    public Deadline within(Duration step) {
        Deadline inner = after(step);
        return inner.endNanos - endNanos < 0 ? inner : this;
    }

    /** What is left, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
    }

    /** What is left in whole milliseconds, at least 1, as socket and process timeouts want it (0 means "forever" there). */
    public long remainingMillis() {
        return Math.max(1, remaining().toMillis());
    }

    /** Whether the time is up. */
    public boolean expired() {
        return remaining().isZero();
    }

    /** The whole budget that it was created with, for messages. */
    public Duration budget() {
        return budget;
    }

    @Override
    public String toString() {
        return remaining().toMillis() + " ms left of " + budget.toMillis() + " ms";
    }
}
