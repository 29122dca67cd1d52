package dev.box.drill.report;

import io.avaje.jsonb.Json;

/**
 * Whether one mechanism is in force by itself, whatever its clauses show.
 *
 * @param fact what was read, and where
 * @param fix the next command to type; empty if it is green
 */
@Json
public record LayerReport(String id, String mechanism, boolean green, String fact, String fix) {}
