package dev.box.lab;

import dev.box.lab.machine.Cgroups;
import dev.box.lab.machine.LabName;
import java.nio.file.Path;

/**
 * Where one lab lives.
 *
 * @param directory its state, removed by {@code down}
 */
record LabSite(LabName name, Path directory, Cgroups cgroups) {

    Path hostDirectory(String host) {
        return hostsDirectory().resolve(host);
    }

    Path hostsDirectory() {
        return directory.resolve("hosts");
    }

    Path worldDirectory() {
        return directory.resolve("world");
    }
}
