package dev.box.incus;

import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;
import io.avaje.jsonb.spi.JsonbComponent;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;

/**
 * JSON for a module's own classes. A module names the list of adapters that its compiler generated; the library would
 * otherwise search the class path for all lists, which opens every jar and costs a short verb 10 ms.
 */
public final class JsonBinding {

    /** Values as maps, lists, text, numbers and booleans. */
    public static final JsonType<Object> TREE;

    /**
     * The longest text that is read, in characters. The library (3.11 too) refuses to let its buffer grow beyond 50,000, and
     * one instance with a long cloud-init script, whosever it is, would make every list fail; a buffer that starts larger
     * need not grow.
     */
    private static final int LONGEST_TEXT = 1 << 18;

    static {
        System.setProperty("jsonb.parserCharBufferSize", String.valueOf(LONGEST_TEXT));
        // The library sets its own default instance up first, searching the thread's loader.
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        thread.setContextClassLoader(new NothingToFind());
        try {
            TREE = Jsonb.builder().build().type(Object.class);
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    private JsonBinding() {}

    /**
     * Reads and writes the classes of one module.
     *
     * @param adapters the generated components' class names: they are written after the compiler has read the module's
     *     sources, one for the module and one for each package with classes of its own
     */
    public static Jsonb of(String... adapters) {
        Jsonb.Builder builder = Jsonb.builder().classLoader(new NothingToFind());
        for (String name : adapters) {
            builder.add(component(name));
        }
        return builder.build();
    }

    private static JsonbComponent component(String name) {
        try {
            return (JsonbComponent) Class.forName(name).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("built without the JSON adapters " + name, e);
        }
    }

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
