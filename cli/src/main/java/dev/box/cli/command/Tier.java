package dev.box.cli.command;

import java.util.Locale;

/** Who may use a verb. */
public enum Tier {
    /** Anyone, even without access to Incus. */
    ANYONE("anyone"),
    /** Whoever may talk to the daemon: group incus or incus-admin, or root. */
    INCUS("anyone who may use Incus (group 'incus' or 'incus-admin', or root)"),
    /** Full access to the daemon. */
    ADMIN("group 'incus-admin' or root"),
    /** Root on this machine. */
    ROOT("root");

    private final String meaning;

    Tier(String meaning) {
        this.meaning = meaning;
    }

    /** Whether such a verb begins by asking the daemon something. */
    public boolean asksDaemon() {
        return this == INCUS || this == ADMIN;
    }

    /** For a table, e.g. {@code root}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String meaning() {
        return meaning;
    }
}
