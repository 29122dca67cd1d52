package dev.box.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether this machine is a host of the lab. One of namespaces has an init that was started with {@code container=boxlab},
 * which only root sees; an emulated one has a kernel that was started with {@code boxlab.host=1}.
 */
final class LabMark {

    private static final Path INIT = Path.of("/proc/1/environ");
    private static final Path KERNEL = Path.of("/proc/cmdline");

    private LabMark() {}

    static boolean inLab() {
        return holds(INIT, "\0", "container=boxlab") || holds(KERNEL, " ", "boxlab.host=1");
    }

    private static boolean holds(Path file, String separator, String mark) {
        try {
            return (separator + Files.readString(file).strip() + separator).contains(separator + mark + separator);
        } catch (IOException unreadable) {
            return false;
        }
    }
}
