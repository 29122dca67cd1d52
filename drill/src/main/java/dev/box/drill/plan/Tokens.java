package dev.box.drill.plan;

import java.util.concurrent.atomic.AtomicInteger;

/** Hands out numbers below the range from which kernels take ports by themselves (32768 and up on Linux). */
public final class Tokens {

    private static final int FIRST = 20_001;
    private static final int LAST = 32_000;

    private final AtomicInteger next = new AtomicInteger(FIRST);

    /** Begins anew when all are used: by then, minutes later, nothing in the kernel remembers the first ones. */
    public int take() {
        return next.getAndUpdate(token -> token == LAST ? FIRST : token + 1);
    }
}
