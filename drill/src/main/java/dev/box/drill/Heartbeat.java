package dev.box.drill;

import dev.box.drill.report.CellReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.LayerReport;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Passes everything on, and says every few seconds what still lasts: a silent minute is a bug. */
final class Heartbeat implements DrillListener, AutoCloseable {

    private final DrillListener listener;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private String what = "";
    private long since = System.nanoTime();

    private Heartbeat(DrillListener listener) {
        this.listener = listener;
    }

    static Heartbeat start(DrillListener listener, Duration every) {
        Heartbeat heartbeat = new Heartbeat(listener);
        long millis = every.toMillis();
        var _ = heartbeat.clock.scheduleAtFixedRate(heartbeat::beat, millis, millis, TimeUnit.MILLISECONDS);
        return heartbeat;
    }

    private synchronized void beat() {
        Duration elapsed = Duration.ofNanos(System.nanoTime() - since);
        if (!what.isEmpty()) {
            listener.heartbeat(what, elapsed);
        }
    }

    @Override
    public synchronized void step(String step) {
        what = step;
        since = System.nanoTime();
        listener.step(step);
    }

    @Override
    public void control(ControlReport control) {
        listener.control(control);
    }

    @Override
    public void layer(LayerReport layer) {
        listener.layer(layer);
    }

    @Override
    public void cell(CellReport cell) {
        listener.cell(cell);
    }

    @Override
    public void note(String message) {
        listener.note(message);
    }

    /** From a wait that knows what it waits for: more exact than the clock's own. */
    @Override
    public synchronized void heartbeat(String waiting, Duration elapsed) {
        what = waiting;
        since = System.nanoTime() - elapsed.toNanos();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
