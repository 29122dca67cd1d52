package dev.box.incus;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the daemon leaves out (Go's nil maps, slices and strings) becomes empty, so that no caller meets null. */
final class Maps {

    private Maps() {}

    static <V> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
        return map == null ? Map.of() : Collections.unmodifiableMap(map);
    }

    static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : Collections.unmodifiableList(list);
    }

    static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
