package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.template.Resources;
import dev.box.core.text.Untrusted;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What all boxes of one account may take together. Empty leaves a limit as it is, {@code none} lifts it.
 *
 * @param cpu a count
 * @param memory e.g. {@code 16GiB}
 * @param disk e.g. {@code 100GiB}
 * @param boxes a count
 */
public record Quota(String cpu, String memory, String disk, String boxes) {

    /** Lifts a limit. */
    public static final String NONE = "none";

    /** Leaves all limits as they are. */
    public static final Quota UNCHANGED = new Quota("", "", "", "");

    private static final String CPU = "limits.cpu";
    private static final String MEMORY = "limits.memory";
    private static final String DISK = "limits.disk";
    private static final String INSTANCES = "limits.instances";

    /** The same, or {@link BoxFailure.Refused} for what is neither a limit nor {@code none}. */
    public Quota checked() {
        new Resources(limit(cpu), limit(memory), limit(disk)).checked();
        if (!limit(boxes).isEmpty() && !boxes.matches("[1-9][0-9]{0,5}")) {
            throw new BoxFailure.Refused(
                    "setting the number of boxes",
                    "'" + Untrusted.line(boxes) + "' is not one",
                    "give a whole number from 1, or none");
        }
        return this;
    }

    private static String limit(String asked) {
        return asked.equals(NONE) ? "" : asked;
    }

    /** The project's keys that this asks for; an empty value unsets one. */
    Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        put(keys, CPU, cpu);
        put(keys, MEMORY, memory);
        put(keys, DISK, disk);
        put(keys, INSTANCES, boxes);
        return keys;
    }

    private static void put(Map<String, String> keys, String key, String asked) {
        if (!asked.isEmpty()) {
            keys.put(key, limit(asked));
        }
    }

    /** The limits that a project has; empty where it has none. */
    static Quota of(Map<String, String> config) {
        return new Quota(
                config.getOrDefault(CPU, ""),
                config.getOrDefault(MEMORY, ""),
                config.getOrDefault(DISK, ""),
                config.getOrDefault(INSTANCES, ""));
    }
}
