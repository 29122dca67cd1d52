package dev.box.core.mint;

import dev.box.core.box.StampKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Who mints, written on what is being minted: boot, process namespace, process and its start. A process id alone comes
 * back; these four together do not. So a mint that was killed can be told from one that is under way.
 */
public final class Minter {

    /** How long a mint that cannot be looked at, because it ran elsewhere or before a reboot, is taken to be under way. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

    /** Field 22 of {@code /proc/<pid>/stat}, counted behind the command's closing bracket. */
    private static final int START_TIME = 19;

    private Minter() {}

    /** This process; empty if /proc cannot be read. */
    static String self() {
        long pid = ProcessHandle.current().pid();
        String start = start(pid);
        return start.isEmpty() ? "" : surroundings() + " " + pid + " " + start;
    }

    /** The same as one word, for the name of what this process leaves with the daemon for a while. */
    public static String label() {
        return self().isEmpty() ? "unknown" : word(self());
    }

    /** Whether the process that {@link #label} stands for is gone; false for one that cannot be looked at from here. */
    public static boolean isGone(String label) {
        String[] words = label.split("-", -1);
        if (words.length != 3 || !words[0].equals(where(surroundings()))) {
            return false;
        }
        return !start(number(words[1])).equals(words[2]);
    }

    private static String word(String self) {
        String[] words = self.split(" ", -1);
        return where(words[0] + " " + words[1]) + "-" + words[2] + "-" + words[3];
    }

    private static String where(String surroundings) {
        return Integer.toHexString(surroundings.hashCode());
    }

    /** Whether whoever minted this instance is gone, so that nobody is going to finish it. */
    static boolean isGone(Map<String, String> config, String created) {
        String[] words = config.getOrDefault(StampKey.MINTER.key(), "").split(" ", -1);
        if (words.length == 4 && (words[0] + " " + words[1]).equals(surroundings())) {
            return !start(number(words[2])).equals(words[3]);
        }
        return isOld(created);
    }

    private static boolean isOld(String created) {
        try {
            return Instant.parse(created).plus(PATIENCE).isBefore(Instant.now());
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static String surroundings() {
        try {
            return Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(NAMESPACE);
        } catch (IOException e) {
            return "unknown unknown";
        }
    }

    /** In clock ticks since boot; empty if there is no such process. */
    private static String start(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[START_TIME];
        } catch (IOException e) {
            return "";
        }
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
