package dev.box.core.template;

import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.EnvFile;
import dev.box.core.text.Untrusted;
import java.util.List;
import java.util.Map;

/** Turns a template's files into a {@link Template}. */
final class TemplateReader {

    static final String BOX_ENV = "box.env";
    static final String USER_DATA = "user-data.yaml";
    static final String PROVISION = "provision.sh";
    static final String AGENT_CONTEXT = "agent-context.md";

    /** All that a template can consist of. */
    static final List<String> FILES = List.of(BOX_ENV, USER_DATA, PROVISION, AGENT_CONTEXT);

    private final TemplateSource source;
    private final String name;
    private final Map<TemplateKey, String> env;

    private TemplateReader(TemplateSource source, String name) {
        this.source = source;
        this.name = name;
        this.env = EnvFile.parse(
                source.describe(name, BOX_ENV),
                source.file(name, BOX_ENV).orElse(""),
                TemplateKey.class,
                List.of(TemplateKey.values()),
                "a template sets image, user, resources and provisioning; there is no key for a network");
    }

    /** Throws {@link BoxFailure.Refused} that names the file and what is wrong in it. */
    static Template read(TemplateSource source, String name) {
        return new TemplateReader(source, name).read();
    }

    private Template read() {
        return new Template(
                name,
                source.origin(),
                value(TemplateKey.BOX_DESCRIPTION),
                required(TemplateKey.BOX_IMAGE),
                user(required(TemplateKey.BOX_USER)),
                new Resources(value(TemplateKey.BOX_CPU), value(TemplateKey.BOX_MEMORY), value(TemplateKey.BOX_DISK))
                        .checked(),
                flag(TemplateKey.BOX_REQUIRE_VM),
                flag(TemplateKey.BOX_AUTOSTART),
                value(TemplateKey.BOX_LOGIN_HINT),
                value(TemplateKey.BOX_VERIFY),
                source.file(name, USER_DATA)
                        .orElseThrow(() -> refused(USER_DATA, "the file is missing", "write one: it makes the user")),
                source.file(name, PROVISION),
                source.file(name, AGENT_CONTEXT));
    }

    private String value(TemplateKey key) {
        return env.getOrDefault(key, "");
    }

    private String required(TemplateKey key) {
        String value = value(key);
        if (value.isEmpty()) {
            throw refused(BOX_ENV, key + " is missing", "add the line " + key + "=\"...\": " + key.meaning());
        }
        return value;
    }

    private boolean flag(TemplateKey key) {
        return switch (value(key)) {
            case "", "0" -> false;
            case "1" -> true;
            default -> throw refused(BOX_ENV, key + " is neither 0 nor 1", key.meaning());
        };
    }

    private String user(String user) {
        if (!UserName.isValid(user)) {
            throw refused(
                    BOX_ENV,
                    "'" + Untrusted.line(user) + "' is no user name",
                    "1 to 32 of a-z 0-9 '_' and '-', not starting with a digit or '-'");
        }
        return user;
    }

    private BoxFailure.Refused refused(String file, String answer, String advice) {
        return new BoxFailure.Refused("reading " + source.describe(name, file), answer, advice);
    }
}
