package dev.box.drill.json;

import dev.box.incus.JsonBinding;
import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;

/** The JSON of the drill's reports, records and journals. */
public final class DrillJson {

    private static final Jsonb JSONB = JsonBinding.of("dev.box.drill.jsonb.GeneratedJsonComponent");

    private DrillJson() {}

    public static <T> JsonType<T> type(Class<T> type) {
        return JSONB.type(type);
    }
}
