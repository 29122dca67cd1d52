package dev.box.cli.command;

import java.util.List;

/**
 * One long option of a verb.
 *
 * @param name without the dashes
 * @param argument what its argument stands for in the synopsis; empty for a flag
 * @param help one line
 */
public record Option(String name, String argument, String help) {

    public static final Option HELP = flag("help", "show this help");
    public static final Option QUIET = flag("quiet", "no progress and no notes; warnings and results only");
    public static final Option TIMEOUT = value("timeout", "seconds", "give up after this long");
    /** Of verbs that need nothing of this machine but its incus client. */
    public static final Option REMOTE = value("remote", "remote", "on a remote of the incus client instead of here");

    /** Those that every verb has. */
    public static final List<Option> COMMON = List.of(TIMEOUT, QUIET, HELP);

    public static final Option JSON = flag("json", "print a documented, versioned JSON document");

    public static Option flag(String name, String help) {
        return new Option(name, "", help);
    }

    public static Option value(String name, String argument, String help) {
        return new Option(name, argument, help);
    }

    public boolean takesArgument() {
        return !argument.isEmpty();
    }

    /** As it is written on a command line, e.g. {@code --timeout <seconds>}. */
    public String written() {
        return takesArgument() ? "--" + name + " <" + argument + ">" : "--" + name;
    }
}
