package dev.box.drill;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What a run must undo, last things first, exactly once: at its end, when it fails, or when the process is told to end
 * (an interrupt runs the JVM's shutdown hooks while the work is cut off).
 */
final class Cleanup implements AutoCloseable {

    private final Deque<Step> steps = new ArrayDeque<>();
    private final List<String> failures = new ArrayList<>();
    private final Thread hook = new Thread(this::undoAll, "box-drill-cleanup");
    private boolean done;

    private record Step(String what, Runnable undo) {}

    Cleanup() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Registered before the thing is made: a half-made thing must be undone too, and a missing one must not matter. */
    synchronized void arm(String what, Runnable undo) {
        if (done) {
            throw new IllegalStateException("already cleaning up; not starting: " + what);
        }
        steps.push(new Step(what, undo));
    }

    synchronized void undoAll() {
        done = true;
        while (!steps.isEmpty()) {
            Step step = steps.pop();
            try {
                step.undo().run();
            } catch (RuntimeException e) {
                // the rest must be undone all the same
                failures.add(step.what() + ": " + e.getMessage());
            }
        }
    }

    /** Undoes all; what could not be undone is in {@link #failures}. */
    @Override
    public void close() {
        // an interrupted thread could not wait for anything that it undoes
        boolean interrupted = Thread.interrupted();
        undoAll();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // the hook itself is running, or has run
        }
    }

    synchronized List<String> failures() {
        return List.copyOf(failures);
    }
}
