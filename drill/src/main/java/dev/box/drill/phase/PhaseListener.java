package dev.box.drill.phase;

import dev.box.drill.report.CellReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.LayerReport;
import java.time.Duration;

/** Hears of a phase as it goes. Texts may hold a guest's words: untrusted. */
public interface PhaseListener {

    /** Something that takes a while begins, e.g. {@code minting drill-4f2a-a}. */
    default void step(String what) {}

    default void control(ControlReport control) {}

    default void layer(LayerReport layer) {}

    /** A cell was judged; in the order of the contract. */
    default void cell(CellReport cell) {}

    /** Something that the user must know, e.g. that an earlier run's counters were found and removed. */
    default void note(String message) {}

    /** Called every few seconds while a step lasts. */
    default void heartbeat(String what, Duration elapsed) {}
}
