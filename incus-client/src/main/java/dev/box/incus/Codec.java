package dev.box.incus;

import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;
import io.avaje.jsonb.spi.JsonbComponent;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;

/** The module's JSON, set up on first use. */
final class Codec {

    static final Jsonb JSONB =
            Jsonb.builder().classLoader(new NothingToFind()).add(adapters()).build();

    private Codec() {}

    static <T> JsonType<T> type(Class<T> type) {
        return JSONB.type(type);
    }

    static String toJson(Object value) {
        return JSONB.toJson(value);
    }

    /** The value as maps, lists, text, numbers and booleans. */
    static Object tree(String json) {
        return JSONB.type(Object.class).fromJson(json);
    }

    static Map<String, Object> noMetadata() {
        return Map.of();
    }

    /** The generated list of this module's adapters: by name, because it is written after the compiler has read this file. */
    private static JsonbComponent adapters() {
        try {
            return (JsonbComponent) Class.forName("dev.box.incus.jsonb.GeneratedJsonComponent")
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("incus-client was built without its JSON adapters", e);
        }
    }

    /** The library searches this loader for adapters. All that there are is named above, and a search opens every jar: 10 ms. */
    private static final class NothingToFind extends ClassLoader {
        NothingToFind() {
            super(null);
        }

        @Override
        public Enumeration<URL> getResources(String name) {
            return Collections.emptyEnumeration();
        }
    }
}
