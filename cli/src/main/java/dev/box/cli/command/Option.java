package dev.box.cli.command;

import java.util.List;

/**
 * One option of a verb.
 *
 * @param name without the dashes
 * @param letter another way to type it, after one dash; empty for none
 * @param argument what its argument stands for in the synopsis; empty for a flag
 * @param help one line
 */
public record Option(String name, String letter, String argument, String help) {

    public static final Option HELP = new Option("help", "h", "", "show this help");
    public static final Option QUIET =
            new Option("quiet", "q", "", "no progress and no notes; warnings and results only");
    public static final Option TIMEOUT = value("timeout", "seconds", "give up after this long");
    /** Of verbs that need nothing of this machine but its incus client. */
    public static final Option REMOTE = value("remote", "remote", "on a remote of the incus client instead of here");

    /** Those that every verb has. */
    public static final List<Option> COMMON = List.of(TIMEOUT, QUIET, HELP);

    public static final Option JSON = flag("json", "print a documented, versioned JSON document");

    public static Option flag(String name, String help) {
        return new Option(name, "", "", help);
    }

    public static Option value(String name, String argument, String help) {
        return new Option(name, "", argument, help);
    }

    public boolean takesArgument() {
        return !argument.isEmpty();
    }

    /** Whether {@code word} names it, with its dashes. */
    public boolean isTyped(String word) {
        return word.equals("--" + name) || !letter.isEmpty() && word.equals("-" + letter);
    }

    /** Every way to type it, e.g. {@code -q, --quiet}. */
    public String spellings() {
        return letter.isEmpty() ? written() : "-" + letter + ", " + written();
    }

    /** As it is written on a command line, e.g. {@code --timeout <seconds>}. */
    public String written() {
        return takesArgument() ? "--" + name + " <" + argument + ">" : "--" + name;
    }
}
