package dev.box.lab.machine;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import java.util.function.BooleanSupplier;

/** Waiting for a condition that the kernel announces to nobody. */
public final class Pause {

    private static final long STEP_MILLIS = 20;

    private Pause() {}

    /** Looks again every few milliseconds; false if the deadline came first. */
    public static boolean until(BooleanSupplier condition, String waitingFor, Deadline deadline) {
        while (!condition.getAsBoolean()) {
            if (deadline.expired()) {
                return false;
            }
            briefly(waitingFor);
        }
        return true;
    }

    static void briefly(String waitingFor) {
        try {
            Thread.sleep(STEP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BoxFailure.Interrupted(waitingFor);
        }
    }
}
