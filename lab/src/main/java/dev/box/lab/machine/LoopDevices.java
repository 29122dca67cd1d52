package dev.box.lab.machine;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Loop devices over files of a lab. A device is known by its file's device and inode numbers: the path that the kernel
 * shows is the one inside a mount namespace that may be gone.
 */
public final class LoopDevices {

    private LoopDevices() {}

    /** Devices whose backing file lies under the directory, e.g. {@code /dev/loop3}. */
    public static List<String> over(Path directory, Deadline deadline) {
        Set<String> files = inodes(directory);
        List<String> devices = new ArrayList<>();
        if (files.isEmpty()) {
            return devices;
        }
        String listing = Subprocess.of("losetup", "--list", "--noheadings", "-O", "NAME,BACK-MAJ:MIN,BACK-INO")
                .orFail("listing loop devices", "losetup --list", deadline)
                .stdout();
        for (String line : listing.lines().toList()) {
            String[] fields = line.strip().split("\\s+", -1);
            if (fields.length == 3 && files.contains(fields[1] + " " + fields[2])) {
                devices.add(fields[0]);
            }
        }
        return devices;
    }

    public static void detach(String device, Deadline deadline) {
        Subprocess.of("losetup", "--detach", device).run(deadline);
    }

    private static Set<String> inodes(Path directory) {
        Set<String> found = new LinkedHashSet<>();
        if (!Files.isDirectory(directory)) {
            return found;
        }
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) walk.filter(LoopDevices::couldBack)::iterator) {
                long device = (Long) Files.getAttribute(file, "unix:dev");
                long major = (device >>> 8) & 0xfff;
                long minor = (device & 0xff) | ((device >>> 12) & 0xfff00);
                found.add(major + ":" + minor + " " + Files.getAttribute(file, "unix:ino"));
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            // files come and go while a host is being ended; the next look sees what is left
        }
        return found;
    }

    private static boolean couldBack(Path file) {
        return file.getFileName().toString().endsWith(".img") && Files.isRegularFile(file);
    }
}
