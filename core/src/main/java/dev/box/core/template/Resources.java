package dev.box.core.template;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;

/**
 * CPUs, memory and root disk, as Incus spells them; empty means "not said here".
 *
 * @param cpu a count, e.g. {@code 2}
 * @param memory e.g. {@code 4GiB}
 * @param disk e.g. {@code 20GiB}
 */
public record Resources(String cpu, String memory, String disk) {

    /** Says nothing. */
    public static final Resources UNSET = new Resources("", "", "");

    private static final String[] UNITS = {
        "KiB", "MiB", "GiB", "TiB", "kB", "MB", "GB", "TB", "B",
    };

    /** These, or {@link BoxFailure.Refused} for a value that no box can be made with. */
    public Resources checked() {
        if (!cpu.isEmpty() && !isCount(cpu)) {
            throw refused("CPU count", cpu, "give a whole number from 1, e.g. 2");
        }
        requireSize("memory", memory);
        requireSize("disk", disk);
        return this;
    }

    /** These, and for what they do not say, {@code fallback}. */
    public Resources orElse(Resources fallback) {
        return new Resources(
                cpu.isEmpty() ? fallback.cpu : cpu,
                memory.isEmpty() ? fallback.memory : memory,
                disk.isEmpty() ? fallback.disk : disk);
    }

    /** These, with no more CPUs than that; they must be {@link #checked}. */
    public Resources withCpuAtMost(int processors) {
        return !cpu.isEmpty() && Integer.parseInt(cpu) > processors
                ? new Resources(Integer.toString(processors), memory, disk)
                : this;
    }

    private static void requireSize(String what, String text) {
        if (text.isEmpty()) {
            return;
        }
        for (String unit : UNITS) {
            if (text.endsWith(unit) && isCount(text.substring(0, text.length() - unit.length()))) {
                return;
            }
        }
        throw refused(what + " size", text, "give a whole number and a unit, e.g. 4GiB");
    }

    private static boolean isCount(String text) {
        if (text.isEmpty() || text.length() > 9 || text.charAt(0) == '0') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static BoxFailure.Refused refused(String what, String text, String advice) {
        return new BoxFailure.Refused("setting the " + what, "'" + Untrusted.line(text) + "' is not one", advice);
    }
}
