package dev.box.drill.report;

import java.time.Duration;

/** Hears of a run as it goes. Called from several threads, one at a time. Texts may hold a guest's words: untrusted. */
public interface DrillListener {

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

    /** Hears nothing. */
    static DrillListener silent() {
        return new DrillListener() {};
    }
}
