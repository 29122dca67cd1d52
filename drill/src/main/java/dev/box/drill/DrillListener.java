package dev.box.drill;

import dev.box.drill.phase.PhaseListener;

/**
 * Hears of a run as it goes: of its steps, controls, layers and cells. Called from several threads, one at a time. Texts
 * may hold a guest's words: untrusted.
 */
public interface DrillListener extends PhaseListener {

    /** Hears nothing. */
    static DrillListener silent() {
        return new DrillListener() {};
    }
}
