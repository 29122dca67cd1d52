package dev.box.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The shell scripts for the few moments when no Java can run, such as between unshare and pivot_root. */
public final class Resource {

    private Resource() {}

    /** The text of a file in {@code dev/box/lab}. */
    public static String text(String name) {
        try (InputStream in = Resource.class.getResourceAsStream("/dev/box/lab/" + name)) {
            if (in == null) {
                throw new IllegalStateException("not in this build of box: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
