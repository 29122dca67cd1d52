package dev.box.drill.report;

import io.avaje.jsonb.Jsonb;

/** The whole report as JSON, with all evidence; schema {@code box.drill/1}. */
public final class JsonReport {

    private static final Jsonb JSONB = Jsonb.builder().build();

    private JsonReport() {}

    public static String render(DrillReport report) {
        return JSONB.type(DrillReport.class).toJsonPretty(report) + "\n";
    }

    /** Reads what {@link #render} wrote. */
    public static DrillReport read(String json) {
        return JSONB.type(DrillReport.class).fromJson(json);
    }
}
