package dev.box.cli;

import java.time.Duration;

/**
 * Ctrl-C and SIGTERM. The JVM answers both by starting its shutdown; a hook in it interrupts the working thread and gives
 * it time to clean up and to say what remains, which a plain end of the process would not.
 */
final class Interrupts {

    private static final Duration CLEAN_UP = Duration.ofSeconds(20);

    private volatile boolean happened;

    private Interrupts() {}

    /** From now on a signal interrupts {@code worker}, which must end the process by {@code halt}. */
    static Interrupts of(Thread worker) {
        Interrupts interrupts = new Interrupts();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupts.deliverTo(worker), "interrupt"));
        return interrupts;
    }

    boolean happened() {
        return happened;
    }

    private void deliverTo(Thread worker) {
        happened = true;
        worker.interrupt();
        try {
            worker.join(CLEAN_UP);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
