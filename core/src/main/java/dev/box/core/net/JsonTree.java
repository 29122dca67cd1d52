package dev.box.core.net;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.JsonBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Untyped reading of what {@code ip -j} and {@code nft -j} print: both add fields with every release. */
public final class JsonTree {

    private JsonTree() {}

    /** A JSON array of objects; what is not an object is left out. */
    public static List<Map<String, Object>> objects(String json, String source) {
        if (json.isBlank()) {
            return List.of();
        }
        try {
            return objects(JsonBinding.TREE.fromJson(json));
        } catch (RuntimeException e) {
            throw new BoxFailure.Failed(
                    "reading what '" + source + "' printed",
                    String.valueOf(e),
                    "run it again; if it stays: box doctor",
                    e);
        }
    }

    /** The one JSON object that a text is; an empty one if it is something else. */
    public static Map<String, Object> object(String json, String source) {
        try {
            return object(JsonBinding.TREE.fromJson(json));
        } catch (RuntimeException e) {
            throw new BoxFailure.Failed(
                    "reading what '" + source + "' holds",
                    String.valueOf(e),
                    "run it again; if it stays: box doctor",
                    e);
        }
    }

    static List<Map<String, Object>> objects(@Nullable Object value) {
        List<Map<String, Object>> found = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Map<?, ?>) {
                    found.add(object(item));
                }
            }
        }
        return found;
    }

    /** The value as an object; an empty one if it is something else. */
    @SuppressWarnings("unchecked") // JSON object keys are strings
    public static Map<String, Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    public static String text(Map<String, Object> object, String key) {
        Object value = object.get(key);
        return value == null ? "" : String.valueOf(value);
    }

    public static int number(Map<String, Object> object, String key) {
        return object.get(key) instanceof Number number ? number.intValue() : 0;
    }
}
