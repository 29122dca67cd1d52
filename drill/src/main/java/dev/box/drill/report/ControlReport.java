package dev.box.drill.report;

import io.avaje.jsonb.Json;

/**
 * A measurement which shows that the probes could have failed.
 *
 * @param when {@code before} or {@code after} the cells
 * @param phaseWide whether nothing in the phase may be judged without it; else only the cells that name it
 */
@Json
public record ControlReport(
        String id, String what, String when, boolean green, boolean phaseWide, String evidence, long elapsedMillis) {}
