package dev.box.drill.plan;

import java.util.concurrent.atomic.AtomicInteger;

/** Hands out numbers below the range from which kernels take ports by themselves (32768 and up on Linux). */
public final class Tokens {

    private static final int FIRST = 20_001;
    private static final int LAST = 32_000;

    private final AtomicInteger next = new AtomicInteger(FIRST);

    public int take() {
        int token = next.getAndIncrement();
        if (token > LAST) {
            throw new IllegalStateException("more than " + (LAST - FIRST + 1) + " probes in one run");
        }
        return token;
    }
}
