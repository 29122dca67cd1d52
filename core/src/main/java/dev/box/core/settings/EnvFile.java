package dev.box.core.settings;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/**
 * Reads a file of {@code KEY="value"} lines, blank lines and comments, such as a template's {@code box.env} and
 * {@code box.conf}. It is parsed against a list of keys and never sourced: such a file is data, whoever wrote it.
 */
public final class EnvFile<K extends Enum<K>> {

    private final String file;
    private final Collection<K> known;
    private final String whyNoOther;
    private final Map<K, String> values;

    private EnvFile(String file, Class<K> type, Collection<K> known, String whyNoOther) {
        this.file = file;
        this.known = known;
        this.whyNoOther = whyNoOther;
        this.values = new EnumMap<>(type);
    }

    /**
     * The values that are given. Throws {@link BoxFailure.Refused} for anything else, with the line.
     *
     * @param file only for messages
     * @param known the keys that it may hold
     * @param whyNoOther what is said about any other
     */
    public static <K extends Enum<K>> Map<K, String> parse(
            String file, String text, Class<K> type, Collection<K> known, String whyNoOther) {
        EnvFile<K> env = new EnvFile<>(file, type, known, whyNoOther);
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            env.line(i + 1, lines[i].strip());
        }
        return env.values;
    }

    private void line(int number, String line) {
        if (line.isEmpty() || line.charAt(0) == '#') {
            return;
        }
        int equals = line.indexOf('=');
        if (equals <= 0) {
            throw refused(number, "'" + Untrusted.line(line) + "' is not KEY=\"value\"");
        }
        K key = key(number, line.substring(0, equals));
        if (values.put(key, value(number, line.substring(equals + 1))) != null) {
            throw refused(number, "key '" + key + "' is given twice");
        }
    }

    private K key(int number, String name) {
        for (K key : known) {
            if (key.name().equals(name)) {
                return key;
            }
        }
        throw refused(number, "unknown key '" + Untrusted.line(name) + "' — " + whyNoOther);
    }

    /** Quotes are required and nothing inside them is special, so no value can mean more than it says. */
    private String value(int number, String quoted) {
        boolean isQuoted = quoted.length() >= 2 && quoted.charAt(0) == '"' && quoted.endsWith("\"");
        String value = isQuoted ? quoted.substring(1, quoted.length() - 1) : "";
        if (!isQuoted || value.indexOf('"') >= 0) {
            throw refused(number, "'" + Untrusted.line(quoted) + "' is not one value in double quotes");
        }
        if (!value.equals(Untrusted.line(value))) {
            throw refused(number, "the value holds a control character");
        }
        return value;
    }

    private BoxFailure.Refused refused(int number, String answer) {
        StringBuilder names = new StringBuilder("known keys:");
        known.forEach(key -> names.append(' ').append(key.name()));
        return new BoxFailure.Refused("reading " + file + " line " + number, answer, names.toString());
    }
}
