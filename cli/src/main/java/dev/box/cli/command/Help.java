package dev.box.cli.command;

import dev.box.cli.terminal.Paragraph;
import dev.box.core.settings.Setting;
import java.util.ArrayList;
import java.util.List;

/** Renders help from the table. */
public final class Help {

    private static final int INDENT = 2;
    private static final int WIDTH = 100;

    private Help() {}

    /** All verbs, by group. */
    public static String overview(List<Command> commands) {
        StringBuilder out = new StringBuilder("""
                box makes throwaway development machines that reach the public internet and nothing else.

                usage: box <verb> [arguments] [options]
                """);
        for (Group group : Group.values()) {
            List<String[]> rows = new ArrayList<>();
            for (Command command : commands) {
                if (command.group() == group) {
                    rows.add(new String[] {shortForm(command), command.summary()});
                }
            }
            section(out, group.heading(), rows);
        }
        return out.append("""

                        start here:
                          sudo box setup-host   once per machine
                          box new work          a box named 'work'
                          box shell work        log in
                          box help <verb>       options, examples and exit status of one verb
                          box help settings     the environment variables that box reads
                          box help json         the documents that --json prints
                        """).toString();
    }

    /** Everything about one verb. */
    public static String of(Command command, List<Command> children) {
        StringBuilder out = new StringBuilder("box ")
                .append(command.name())
                .append(": ")
                .append(command.summary())
                .append("\n\nusage: ");
        out.append(wrapped(command.synopsis(), "usage: ".length())).append('\n');
        if (!command.aliases().isEmpty()) {
            out.append("also:  box ")
                    .append(String.join(", box ", command.aliases()))
                    .append('\n');
        }
        if (!command.description().isEmpty()) {
            out.append('\n').append(command.description().strip()).append('\n');
        }
        section(out, "verbs", rows(children));
        if (!command.isFamily()) {
            section(out, "options", options(command));
        }
        section(out, "examples", examples(command));
        section(out, "exit status", statuses(command));
        return out.append("\nfor: ")
                .append(command.tier().meaning())
                .append('\n')
                .toString();
    }

    /** Every setting, from its own table. */
    public static String settings() {
        StringBuilder out = new StringBuilder(
                "Environment variables, all optional. Those marked * may also stand in box.conf, as KEY=\"value\": in\n"
                        + "~/.config/box/box.conf for one user, in /etc/box/box.conf for all.\n");
        for (Setting setting : Setting.values()) {
            out.append('\n').append(setting.name()).append(setting.isInConf() ? " *" : "");
            if (!setting.fallback().isEmpty()) {
                out.append(" (default: ").append(setting.fallback()).append(')');
            }
            out.append("\n    ")
                    .append(Paragraph.wrapped(setting.meaning(), 4, WIDTH))
                    .append('\n');
        }
        return out.toString();
    }

    public static String shortForm(Command command) {
        StringBuilder form = new StringBuilder(command.name());
        if (command.isFamily()) {
            return form.append(' ').append(String.join("|", command.children())).toString();
        }
        for (Positional positional : command.positionals()) {
            form.append(' ').append(positional.written());
        }
        if (command.rest() == Command.Rest.REQUIRED) {
            form.append(" -- <").append(command.restName()).append(">...");
        }
        return form.toString();
    }

    private static List<String[]> rows(List<Command> commands) {
        List<String[]> rows = new ArrayList<>();
        for (Command command : commands) {
            rows.add(new String[] {shortForm(command), command.summary()});
        }
        return rows;
    }

    private static List<String[]> options(Command command) {
        List<String[]> rows = new ArrayList<>();
        for (Option option : command.options()) {
            rows.add(new String[] {option.spellings(), option.help()});
        }
        return rows;
    }

    private static List<String[]> examples(Command command) {
        List<String[]> rows = new ArrayList<>();
        for (Example example : command.examples()) {
            rows.add(new String[] {example.line(), example.purpose()});
        }
        return rows;
    }

    static List<String[]> statuses(Command command) {
        List<String[]> rows = commonStatuses();
        for (String status : command.statuses()) {
            int space = status.indexOf(' ');
            rows.add(rows.size() - 1, new String[] {status.substring(0, space), status.substring(space + 1)});
        }
        return rows;
    }

    static List<String[]> commonStatuses() {
        return new ArrayList<>(List.of(
                new String[] {"0", "done"},
                new String[] {"1", "it went wrong"},
                new String[] {"2", "you asked wrong; nothing changed"},
                new String[] {"130", "interrupted"}));
    }

    private static void section(StringBuilder out, String heading, List<String[]> rows) {
        if (rows.isEmpty()) {
            return;
        }
        int width = 0;
        for (String[] row : rows) {
            width = Math.max(width, row[0].length());
        }
        out.append('\n').append(heading).append(":\n");
        for (String[] row : rows) {
            int at = INDENT + width + 3;
            out.append(" ".repeat(INDENT)).append(row[0]).append(" ".repeat(at - INDENT - row[0].length()));
            out.append(Paragraph.wrapped(row[1], at, WIDTH)).append('\n');
        }
    }

    /** Breaks a synopsis that begins at {@code column} between its parts, so that it fits 80 columns. */
    static String wrapped(String synopsis, int column) {
        StringBuilder out = new StringBuilder();
        int indent = column + "box ".length();
        for (String part : synopsis.split("(?= \\[| -- | <)(?![^\\[]*\\])")) {
            if (column + part.length() > 80) {
                out.append('\n').append(" ".repeat(indent - 1));
                column = indent - 1;
            }
            out.append(part);
            column += part.length();
        }
        return out.toString();
    }
}
