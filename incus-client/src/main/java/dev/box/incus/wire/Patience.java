package dev.box.incus.wire;

import java.io.IOException;

/** Asked now and then while nothing at all has come back, whether to go on waiting. */
@FunctionalInterface
public interface Patience {

    /** How often it is asked. */
    int INTERVAL_MILLIS = 250;

    /** Throws if waiting is pointless. */
    void check() throws IOException;

    /** Waits until the time is up. */
    static Patience endless() {
        return () -> {};
    }
}
