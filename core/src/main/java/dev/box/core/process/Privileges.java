package dev.box.core.process;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who this process runs as. */
public final class Privileges {

    private Privileges() {}

    /** Whether it is root, as the kernel says. */
    public static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Throws {@link BoxFailure.Refused} with the command to type, e.g. {@code sudo box lab up}, unless it is root. */
    public static void requireRoot(String tried, String command) {
        if (!isRoot()) {
            throw new BoxFailure.Refused(tried, "this needs root", "sudo " + command);
        }
    }
}
