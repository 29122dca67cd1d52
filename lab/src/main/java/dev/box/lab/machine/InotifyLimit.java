package dev.box.lab.machine;

import dev.box.core.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one parameter of the whole machine that a lab may raise: each box's systemd uses instances of it. */
public final class InotifyLimit {

    /** What Incus's own Debian package sets on a real host. */
    private static final int WANTED = 1024;

    private static final Path FILE = Path.of("/proc/sys/fs/inotify/max_user_instances");

    private InotifyLimit() {}

    /** Raises it if it is lower, and says so. */
    public static void raise(Progress progress) {
        try {
            // not readString: it reads byte by byte at first, and a kernel parameter answers only the first read
            int now = Integer.parseInt(Files.readAllLines(FILE).getFirst().strip());
            if (now < WANTED) {
                Files.writeString(FILE, WANTED + "\n");
                progress.note("raised fs.inotify.max_user_instances of this machine from " + now + " to " + WANTED
                        + ", as Incus's package does; the default runs out near 12 boxes");
            }
        } catch (IOException | NumberFormatException e) {
            progress.warn("fs.inotify.max_user_instances could not be read or raised (" + e.getMessage()
                    + "): near 12 boxes their systemd will fail to start");
        }
    }
}
