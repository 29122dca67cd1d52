package dev.box.cli.verb;

import io.avaje.jsonb.Jsonb;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;

/**
 * Sets up the JSON library without its search for adapters. On its first use the library builds a default instance, for
 * which it opens and searches every jar on the class path: 8 of the 65 ms that a short verb takes. Nobody here uses that
 * instance ({@code ArchitectureTest} holds it), so the search may find nothing.
 */
final class SearchlessJson {

    private SearchlessJson() {}

    /** Costs nothing after the first time. */
    static void prepare() {
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        thread.setContextClassLoader(new NothingToFind());
        try {
            Jsonb.builder();
        } finally {
            thread.setContextClassLoader(usual);
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
