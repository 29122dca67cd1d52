package dev.box.incus;

import java.util.ArrayList;
import java.util.List;

/** The least that a caller needs of a daemon. */
final class ServerFloor {

    private ServerFloor() {}

    static void check(ServerInfo info, String minimumVersion, List<String> extensions) {
        List<String> missing = new ArrayList<>();
        for (String extension : extensions) {
            if (!info.hasExtension(extension)) {
                missing.add(extension);
            }
        }
        boolean old = !info.version().isEmpty() && compare(info.version(), minimumVersion) < 0;
        if (!old && missing.isEmpty()) {
            return;
        }
        String answered = "the daemon is " + info.environment().server() + " " + info.version()
                + (old ? ", older than " + minimumVersion : "")
                + (missing.isEmpty() ? "" : ", without the API extensions " + String.join(", ", missing));
        throw new IncusException.DaemonTooOld(
                "checking the daemon's version",
                answered,
                "upgrade it to " + minimumVersion + " or newer: sudo apt-get update && sudo apt-get install incus");
    }

    /** By numbers, part by part; a missing part is 0, text after a number is ignored. */
    static int compare(String a, String b) {
        String[] left = a.split("\\.", -1);
        String[] right = b.split("\\.", -1);
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int order = Integer.compare(number(left, i), number(right, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int number(String[] parts, int i) {
        int value = 0;
        String part = i < parts.length ? parts[i] : "";
        for (int k = 0; k < part.length() && Character.isDigit(part.charAt(k)) && k < 9; k++) {
            value = value * 10 + (part.charAt(k) - '0');
        }
        return value;
    }
}
