package dev.box.incus;

import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;
import java.util.Map;

/** The module's JSON, set up on first use. */
final class Codec {

    static final Jsonb JSONB = JsonBinding.of("dev.box.incus.jsonb.GeneratedJsonComponent");

    private Codec() {}

    static <T> JsonType<T> type(Class<T> type) {
        return JSONB.type(type);
    }

    static String toJson(Object value) {
        return JSONB.toJson(value);
    }

    /** The value as maps, lists, text, numbers and booleans. */
    static Object tree(String json) {
        return JsonBinding.TREE.fromJson(json);
    }

    static Map<String, Object> noMetadata() {
        return Map.of();
    }
}
