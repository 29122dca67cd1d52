package dev.box.core.template;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import java.util.EnumMap;
import java.util.Map;

/**
 * Reads a {@code box.env}: lines of {@code KEY="value"}, blank lines and comments. It is parsed against
 * {@link TemplateKey} and never sourced: a template is data, whoever wrote it.
 */
final class BoxEnv {

    private final String file;
    private final Map<TemplateKey, String> values = new EnumMap<>(TemplateKey.class);

    private BoxEnv(String file) {
        this.file = file;
    }

    /** {@code file} is only for messages, which also name the line. */
    static Map<TemplateKey, String> parse(String file, String text) {
        BoxEnv env = new BoxEnv(file);
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
        TemplateKey key = key(number, line.substring(0, equals));
        if (values.put(key, value(number, line.substring(equals + 1))) != null) {
            throw refused(number, "key '" + key + "' is given twice");
        }
    }

    private TemplateKey key(int number, String name) {
        for (TemplateKey key : TemplateKey.values()) {
            if (key.name().equals(name)) {
                return key;
            }
        }
        throw refused(
                number,
                "unknown key '" + Untrusted.line(name)
                        + "' — a template sets image, user, resources and provisioning; there is no key for a network");
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
        return new BoxFailure.Refused("reading " + file + " line " + number, answer, "known keys: " + known());
    }

    private static String known() {
        StringBuilder names = new StringBuilder();
        for (TemplateKey key : TemplateKey.values()) {
            names.append(names.isEmpty() ? "" : " ").append(key);
        }
        return names.toString();
    }
}
