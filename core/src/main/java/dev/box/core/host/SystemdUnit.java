package dev.box.core.host;

import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A unit as systemd has it.
 *
 * @param systemd whether this machine runs systemd at all
 * @param load {@code loaded}, {@code not-found}, {@code masked}, …
 * @param active {@code active}, {@code inactive}, {@code failed}, …
 * @param enablement {@code enabled}, {@code disabled}, {@code static}, …; empty if there is no such unit
 */
public record SystemdUnit(boolean systemd, String load, String active, String enablement) {

    private static final SystemdUnit NO_SYSTEMD = new SystemdUnit(false, "not-found", "inactive", "");

    private static final String ADVICE = "systemctl status shows more";

    public static SystemdUnit observe(Machine machine, String unit, Deadline deadline) {
        // what sd_booted(3) looks at
        if (!machine.exists(Path.of("/run/systemd/system"), deadline)) {
            return NO_SYSTEMD;
        }
        Map<String, String> shown =
                properties(machine, unit, List.of("LoadState", "ActiveState", "UnitFileState"), deadline);
        return new SystemdUnit(
                true,
                shown.getOrDefault("LoadState", ""),
                shown.getOrDefault("ActiveState", ""),
                shown.getOrDefault("UnitFileState", ""));
    }

    /** Properties of a unit by name, as systemd has them. */
    static Map<String, String> properties(Machine machine, String unit, List<String> names, Deadline deadline) {
        Subprocess.Result shown = machine.command("systemctl", "show", "-p", String.join(",", names), unit)
                .orFail("reading the state of " + unit, ADVICE, deadline);
        Map<String, String> values = new HashMap<>();
        for (String line : shown.stdout().split("\n")) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return values;
    }

    public boolean exists() {
        return !load.equals("not-found");
    }

    public boolean isActive() {
        return active.equals("active") || active.equals("reloading");
    }

    public boolean isEnabled() {
        return enablement.equals("enabled");
    }

    static void control(Machine machine, Deadline deadline, String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "systemctl";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        machine.command(command).orFail(String.join(" ", command), ADVICE, deadline);
    }
}
