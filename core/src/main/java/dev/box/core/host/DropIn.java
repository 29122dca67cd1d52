package dev.box.core.host;

import dev.box.core.process.Machine;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A file beside a systemd unit that changes it (systemd.unit(5)).
 *
 * @param file where it is
 * @param settings its lines that change what the unit does or when, e.g. {@code ExecStart=}
 */
public record DropIn(Path file, List<String> settings) {

    /** Of a unit that loads rules and ends, these change nothing but words. */
    private static final Set<String> HARMLESS = Set.of(
            "Description",
            "Documentation",
            "OnFailure",
            "StandardOutput",
            "StandardError",
            "SyslogIdentifier",
            "LogLevelMax");

    private static final String STOPPING = "TimeoutStop";

    public DropIn {
        settings = List.copyOf(settings);
    }

    /** Reads those at {@code paths}, as systemd lists them, and keeps those that change something. */
    static List<DropIn> read(Machine machine, String paths, Deadline deadline) {
        List<DropIn> found = new ArrayList<>();
        for (String path : paths.strip().split(" +")) {
            if (!path.isEmpty()) {
                Path file = Path.of(path);
                DropIn dropIn = parse(file, machine.read(file, deadline).orElse(""));
                if (!dropIn.settings().isEmpty()) {
                    found.add(dropIn);
                }
            }
        }
        return found;
    }

    static DropIn parse(Path file, String text) {
        List<String> settings = new ArrayList<>();
        for (String line : text.replace("\\\n", " ").lines().map(String::strip).toList()) {
            int equals = line.indexOf('=');
            boolean comment = line.startsWith("#") || line.startsWith(";");
            if (equals > 0 && !comment && !isHarmless(line.substring(0, equals).strip())) {
                settings.add(line);
            }
        }
        return new DropIn(file, settings);
    }

    private static boolean isHarmless(String key) {
        return HARMLESS.contains(key) || key.startsWith(STOPPING) || key.startsWith("X-");
    }

    /** Whether it is about that unit alone; else it is about other units too, and not box's to remove. */
    public boolean isOf(String unit) {
        return file.getParent() != null && file.getParent().endsWith(unit + ".d");
    }
}
