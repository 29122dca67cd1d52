package dev.box.drill.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Untyped reading of nft's JSON: what is of another shape than expected reads as empty, and then as unknown. */
final class Json {

    private Json() {}

    static Map<String, Object> object(@Nullable Object value) {
        Map<String, Object> found = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            // a statement such as "drop" has no value; an empty object stands for it
            map.forEach((key, inner) -> found.put(String.valueOf(key), inner == null ? Map.of() : inner));
        }
        return found;
    }

    static List<Map<String, Object>> objects(@Nullable Object value) {
        List<Map<String, Object>> found = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                found.add(item instanceof Map<?, ?> ? object(item) : Map.of(String.valueOf(item), Map.of()));
            }
        }
        return found;
    }

    static String text(Map<String, Object> object, String key) {
        Object value = object.get(key);
        return value == null ? "" : scalar(value);
    }

    /** Numbers without a fraction: JSON knows no other kind here. */
    static String scalar(Object value) {
        return value instanceof Number number ? String.valueOf(number.longValue()) : String.valueOf(value);
    }
}
