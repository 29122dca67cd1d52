package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import dev.box.lab.machine.LabName;
import dev.box.lab.machine.LockFile;
import java.io.IOException;
import java.nio.file.Path;

/** One box at a time changes a lab. */
final class LabLock {

    private LabLock() {}

    static LockFile acquire(Path root, LabName name, Deadline deadline) {
        Path file = root.resolve("." + name + ".lock");
        try {
            return LockFile.acquire(file, deadline)
                    .orElseThrow(() -> new BoxFailure.Failed(
                            "changing lab '" + name + "'", "another box is still at it", name.command("status")));
        } catch (IOException e) {
            throw new BoxFailure.Failed("locking " + file, String.valueOf(e.getMessage()), "df -h " + root, e);
        }
    }
}
