package dev.box.core.settings;

import java.util.Map;

/** The values in force for this process: environment over default. */
public final class Settings {

    private final Map<String, String> environment;

    private Settings(Map<String, String> environment) {
        this.environment = environment;
    }

    public static Settings of(Map<String, String> environment) {
        return new Settings(environment);
    }

    public static Settings fromEnvironment() {
        return of(System.getenv());
    }

    /** The value, or the default; empty for "none". */
    public String get(Setting setting) {
        String value = environment.get(setting.name());
        return value == null || value.isEmpty() ? setting.fallback() : value;
    }

    /** Whether the user set it. */
    public boolean isSet(Setting setting) {
        String value = environment.get(setting.name());
        return value != null && !value.isEmpty();
    }

    /** The environment that it was read from, for what is not box's own, such as INCUS_SOCKET or HOME. */
    public Map<String, String> environment() {
        return environment;
    }
}
