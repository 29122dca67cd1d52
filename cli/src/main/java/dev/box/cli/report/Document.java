package dev.box.cli.report;

import dev.box.incus.JsonBinding;
import io.avaje.jsonb.Jsonb;

/** Turns a report into its text. */
public final class Document {

    private static final Jsonb JSONB = JsonBinding.of("dev.box.cli.report.jsonb.GeneratedJsonComponent");

    private Document() {}

    /**
     * The JSON of {@code report}, on one line, in ASCII. What comes from a guest stays exactly what it is, and
     * yet can do nothing to a terminal: every other character is written as an escape.
     */
    public static <T> String of(T report, Class<T> type) {
        String json = JSONB.type(type).toJson(report);
        StringBuilder out = new StringBuilder(json.length() + 1);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c < 0x7f) {
                out.append(c);
            } else {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit(c >> shift & 0xf, 16));
                }
            }
        }
        return out.append('\n').toString();
    }
}
