package dev.box.cli.command;

import java.util.List;
import java.util.Map;

/**
 * A command line that was understood.
 *
 * @param positionals in order
 * @param options all values of each option that was given; a flag has none
 * @param rest what followed {@code --}, untouched
 */
public record Arguments(List<String> positionals, Map<String, List<String>> options, List<String> rest) {

    public boolean has(String option) {
        return options.containsKey(option);
    }

    /** The option's value, the last one if it was repeated, or {@code fallback} if it was not given. */
    public String value(String option, String fallback) {
        List<String> values = values(option);
        return values.isEmpty() ? fallback : values.getLast();
    }

    /** All values of an option that may be repeated. */
    public List<String> values(String option) {
        return options.getOrDefault(option, List.of());
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
