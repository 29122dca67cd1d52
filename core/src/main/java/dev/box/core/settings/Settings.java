package dev.box.core.settings;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The values in force for this process: environment over the user's {@code box.conf} over the host's over default. The
 * files are read when a setting that they may hold is first asked for: most verbs ask for none.
 */
public final class Settings {

    private static final Path HOST_CONF = Path.of("/etc/box/box.conf");

    private final Map<String, String> environment;
    private final List<Path> confs;
    private volatile List<Map<Setting, String>> read = List.of();

    private Settings(Map<String, String> environment, Path hostConf) {
        this.environment = environment;
        this.confs = List.of(userDirectory().resolve("box.conf"), hostConf);
    }

    public static Settings of(Map<String, String> environment) {
        return new Settings(environment, HOST_CONF);
    }

    /** With another file in the place of {@code /etc/box/box.conf}. */
    static Settings of(Map<String, String> environment, Path hostConf) {
        return new Settings(environment, hostConf);
    }

    public static Settings fromEnvironment() {
        return of(System.getenv());
    }

    /** The value, or the default; empty for "none". Throws {@link BoxFailure.Refused} for a malformed {@code box.conf}. */
    public String get(Setting setting) {
        String value = given(setting);
        return value.isEmpty() ? setting.fallback() : value;
    }

    /** Whether somebody set it. */
    public boolean isSet(Setting setting) {
        return !given(setting).isEmpty();
    }

    private String given(Setting setting) {
        String value = environment.getOrDefault(setting.name(), "");
        if (!value.isEmpty() || !setting.isInConf()) {
            return value;
        }
        for (Map<Setting, String> conf : confs()) {
            if (conf.containsKey(setting)) {
                return conf.getOrDefault(setting, "");
            }
        }
        return "";
    }

    private List<Map<Setting, String>> confs() {
        if (read.isEmpty()) {
            read = confs.stream().map(Settings::read).toList();
        }
        return read;
    }

    private static Map<Setting, String> read(Path conf) {
        try {
            return EnvFile.parse(
                    conf.toString(),
                    Files.readString(conf),
                    Setting.class,
                    Setting.inConf(),
                    "this file says where boxes get packages from; any other setting is an environment variable");
        } catch (NoSuchFileException e) {
            return Map.of();
        } catch (IOException e) {
            throw new BoxFailure.Failed("reading " + conf, String.valueOf(e), "make it readable, UTF-8 text", e);
        }
    }

    /** Where this user keeps configuration and templates of their own; need not exist. */
    public Path userDirectory() {
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path base = config.isEmpty() ? Path.of(environment.getOrDefault("HOME", "/root"), ".config") : Path.of(config);
        return base.resolve("box");
    }

    /** The environment that it was read from, for what is not box's own, such as INCUS_SOCKET or HOME. */
    public Map<String, String> environment() {
        return environment;
    }
}
