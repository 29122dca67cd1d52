package dev.box.drill.control;

import dev.box.drill.report.ControlReport;

/** A control's outcome before it is known when in the phase it was taken. */
public record Check(String id, String what, boolean green, boolean phaseWide, String evidence, long elapsedMillis) {

    static Check phaseWide(String id, String what, boolean green, String evidence, long elapsedMillis) {
        return new Check(id, what, green, true, evidence, elapsedMillis);
    }

    static Check ofCells(String id, String what, boolean green, String evidence, long elapsedMillis) {
        return new Check(id, what, green, false, evidence, elapsedMillis);
    }

    /** {@code when} is {@code before} or {@code after}. */
    public ControlReport report(String when) {
        return new ControlReport(id, what, when, green, phaseWide, evidence, elapsedMillis);
    }
}
