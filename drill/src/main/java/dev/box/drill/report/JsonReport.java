package dev.box.drill.report;

import dev.box.drill.json.DrillJson;

/** The whole report as JSON, with all evidence; schema {@code box.drill/1}. */
public final class JsonReport {

    private JsonReport() {}

    public static String render(DrillReport report) {
        return DrillJson.type(DrillReport.class).toJsonPretty(report) + "\n";
    }

    /** Reads what {@link #render} wrote. */
    public static DrillReport read(String json) {
        return DrillJson.type(DrillReport.class).fromJson(json);
    }
}
