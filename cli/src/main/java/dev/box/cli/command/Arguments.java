package dev.box.cli.command;

import java.util.List;
import java.util.Map;

/**
 * A command line that was understood.
 *
 * @param positionals in order
 * @param options by name; a flag's value is empty; a repeated option's last value counts
 * @param rest what followed {@code --}, untouched
 */
public record Arguments(List<String> positionals, Map<String, String> options, List<String> rest) {

    public boolean has(String option) {
        return options.containsKey(option);
    }

    /** The option's value, or {@code fallback} if it was not given. */
    public String value(String option, String fallback) {
        return options.getOrDefault(option, fallback);
    }

    /** The positional at {@code index}, or {@code fallback} if there are not so many. */
    public String positional(int index, String fallback) {
        return index < positionals.size() ? positionals.get(index) : fallback;
    }

    /** The first positional of a verb that demands one. */
    public String first() {
        return positionals.getFirst();
    }
}
