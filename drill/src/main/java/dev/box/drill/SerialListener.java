package dev.box.drill;

import dev.box.drill.report.CellReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.LayerReport;
import java.time.Duration;

/** Lets one caller at a time through, so that a listener need not be thread-safe. */
final class SerialListener implements DrillListener {

    private final DrillListener listener;

    SerialListener(DrillListener listener) {
        this.listener = listener;
    }

    @Override
    public synchronized void step(String what) {
        listener.step(what);
    }

    @Override
    public synchronized void control(ControlReport control) {
        listener.control(control);
    }

    @Override
    public synchronized void layer(LayerReport layer) {
        listener.layer(layer);
    }

    @Override
    public synchronized void cell(CellReport cell) {
        listener.cell(cell);
    }

    @Override
    public synchronized void note(String message) {
        listener.note(message);
    }

    @Override
    public synchronized void heartbeat(String what, Duration elapsed) {
        listener.heartbeat(what, elapsed);
    }
}
