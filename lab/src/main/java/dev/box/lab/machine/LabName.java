package dev.box.lab.machine;

import dev.box.core.failure.BoxFailure;

/**
 * A lab's name. Everything that a lab leaves in the machine's own name spaces starts with {@link #prefix}, so that labs
 * can stand side by side and each can be found again without a record.
 *
 * @param value 1 to 20 of a–z and 0–9, starting with a letter; no hyphen, so that no lab's prefix begins another's
 * @param usual whether a command that names no lab means this one
 */
public record LabName(String value, boolean usual) {

    private static final int LONGEST = 20;

    /** Throws {@link BoxFailure.Refused} for any other name. */
    public LabName {
        if (!value.equals(fitting(value)) || value.isEmpty()) {
            throw new BoxFailure.Refused(
                    "naming a lab '" + value + "'",
                    "a lab's name is 1 to 20 of a-z and 0-9 and starts with a letter",
                    "for example --name work");
        }
    }

    public LabName(String value) {
        this(value, false);
    }

    /** The usual lab of a state directory, called after it: what does not fit is left out. */
    public static LabName ofDirectory(String directory) {
        String name = fitting(directory);
        return new LabName(name.isEmpty() ? "lab" : name, true);
    }

    /** What to type to do something with this lab, e.g. {@code box lab down --name work}. */
    public String command(String words) {
        return "box lab " + words + option();
    }

    /** What to type to have it made anew. */
    public String anew() {
        return command("down") + ", then " + command("up");
    }

    /** What a command needs to mean this lab, e.g. {@code  --name work}; empty for the usual one. */
    public String option() {
        return usual ? "" : " --name " + value;
    }

    /** What every namespace and cgroup of this lab starts with. */
    public String prefix() {
        return "boxlab-" + value + "-";
    }

    /** The network namespace or cgroup of one of its parts, e.g. {@code boxlab-work-inet}. */
    public String part(String part) {
        return prefix() + part;
    }

    @Override
    public String toString() {
        return value;
    }

    private static String fitting(String text) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < text.length() && name.length() < LONGEST; i++) {
            char c = text.charAt(i);
            if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9' && !name.isEmpty())) {
                name.append(c);
            }
        }
        return name.toString();
    }
}
