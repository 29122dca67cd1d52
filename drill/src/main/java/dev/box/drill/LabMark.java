package dev.box.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this machine is a host of the lab: its init was started with {@code container=boxlab}, and only root sees that. */
final class LabMark {

    private static final Path INIT = Path.of("/proc/1/environ");
    private static final String MARK = "container=boxlab";

    private LabMark() {}

    static boolean inLab() {
        try {
            return (Files.readString(INIT) + "\0").contains(MARK + "\0");
        } catch (IOException unreadable) {
            return false;
        }
    }
}
