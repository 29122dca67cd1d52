package dev.box.drill.report;

import io.avaje.jsonb.Json;

/**
 * Three answers for one cell: what the contract declares, what the live rules alone predict, what was observed.
 *
 * @param cell the cell's id
 * @param declared {@code passes} or {@code stopped}
 * @param predicted the same, or {@code unknown} where the rules alone do not decide
 * @param observed the same, or {@code unknown} if the cell could not be judged
 * @param why the rule or fact that the prediction rests on
 * @param agrees whether all that are known are the same
 */
@Json
public record PredictionReport(
        String cell, String declared, String predicted, String observed, String why, boolean agrees) {}
