package dev.box.cli.command;

import dev.box.core.settings.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders manual pages from the table: box(1) for all of it, and one page for each verb or family. In man(7)'s macros. */
public final class Man {

    private final StringBuilder out = new StringBuilder();

    private Man() {}

    /**
     * Every page by its file's name.
     *
     * @param members for each family of {@code commands}, its verbs
     * @param version box's own, for the foot of the page
     */
    public static Map<String, String> pages(
            List<Command> commands, Map<String, List<Command>> members, String version) {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("box.1", new Man().overview(commands, version));
        for (Command command : commands) {
            String name = "box-" + command.name();
            List<Command> verbs = members.getOrDefault(command.name(), List.of());
            pages.put(name + ".1", new Man().page(name, command, verbs, version));
        }
        return pages;
    }

    private String overview(List<Command> commands, String version) {
        head("box", "throwaway development machines that reach the public internet and nothing else", version);
        section("SYNOPSIS").line(".B box").line(".I verb").text("[arguments] [options]");
        section("DESCRIPTION").text("""
                Makes headless, isolated, credential-free development machines on Incus, in which untrusted code may run
                with full powers. A box reaches the public internet and nothing else; nothing reaches a box, except \
                through a door that its operator opened on this host's own loopback.""");
        paragraph("Each verb has a page of its own, e.g. box-new(1), and says the same with --help.");
        for (Group group : Group.values()) {
            section(group.heading().toUpperCase(java.util.Locale.ROOT));
            for (Command command : commands) {
                if (command.group() == group) {
                    term(Help.shortForm(command), command.summary());
                }
            }
        }
        section("OPTIONS").text("Every verb has these.");
        for (Option option : Option.COMMON) {
            term(option.spellings(), option.help());
        }
        section("ENVIRONMENT").text("All optional. Those marked * may also stand in box.conf.");
        for (Setting setting : Setting.values()) {
            String fallback = setting.fallback().isEmpty() ? "" : " Default: " + setting.fallback();
            term(setting.name() + (setting.isInConf() ? " *" : ""), setting.meaning() + "." + fallback);
        }
        section("EXIT STATUS");
        Help.commonStatuses().forEach(row -> term(row[0], row[1]));
        section("FILES");
        term("~/.config/box/box.conf, /etc/box/box.conf", "where boxes get packages from, of the user and of the host");
        term("~/.config/box/templates, /etc/box/templates", "templates of the user and of the host");
        term("/var/lib/box", "this machine's own records, such as the log of drills");
        section("EXAMPLES");
        term("sudo box setup-host", "once for each machine");
        term("box new work", "a box named work");
        term("box shell work", "log in");
        List<String> also = new ArrayList<>();
        commands.forEach(command -> also.add("box-" + command.name() + "(1)"));
        section("SEE ALSO").text(String.join(", ", also) + ", incus(1)");
        return out.toString();
    }

    private String page(String name, Command command, List<Command> members, String version) {
        head(name, command.summary(), version);
        section("SYNOPSIS");
        line(".nh").line(".ad l");
        String before = "";
        for (Command verb : members.isEmpty() ? List.of(command) : members) {
            out.append(before);
            text(verb.synopsis());
            before = ".br\n";
        }
        if (!command.aliases().isEmpty()) {
            paragraph("Also: box " + String.join(", box ", command.aliases()));
        }
        if (members.isEmpty()) {
            body(command);
        }
        for (Command verb : members) {
            section(verb.name().toUpperCase(java.util.Locale.ROOT)).text(verb.summary() + ".");
            body(verb);
        }
        section("SEE ALSO").text("box(1)");
        return out.toString();
    }

    private void body(Command command) {
        if (!command.description().isBlank()) {
            part("DESCRIPTION", command).text(command.description());
        }
        part("OPTIONS", command);
        command.options().forEach(option -> term(option.spellings(), option.help()));
        part("EXIT STATUS", command);
        Help.statuses(command).forEach(row -> term(row[0], row[1]));
        part("EXAMPLES", command);
        command.examples().forEach(example -> term(example.line(), example.purpose()));
        paragraph("For " + command.tier().meaning() + ".");
    }

    /** A section of a verb's own page; of a family's page a part of the verb's section. */
    private Man part(String heading, Command command) {
        return command.name().indexOf(' ') < 0 ? section(heading) : line(".SS " + quoted(heading));
    }

    private void head(String name, String summary, String version) {
        line(".TH " + quoted(name.toUpperCase(java.util.Locale.ROOT)) + " 1 \"\" " + quoted("box " + version)
                + " \"box manual\"");
        section("NAME").text(name + " \\- " + escaped(summary), true);
    }

    private Man section(String heading) {
        return line(".SH " + quoted(heading));
    }

    private void term(String term, String meaning) {
        line(".TP").line(".B " + quoted(term)).text(meaning);
    }

    private void paragraph(String text) {
        line(".PP").text(text);
    }

    private Man text(String text) {
        return text(text, false);
    }

    private Man text(String text, boolean isEscaped) {
        for (String line : text.strip().split("\n", -1)) {
            String roff = isEscaped ? line : escaped(line);
            // a line that begins so would be a request
            line(roff.startsWith(".") || roff.startsWith("'") ? "\\&" + roff : roff);
        }
        return this;
    }

    private Man line(String roff) {
        out.append(roff).append('\n');
        return this;
    }

    private static String quoted(String text) {
        return '"' + escaped(text).replace("\"", "\\(dq") + '"';
    }

    /** What roff would take for its own; a dash stays one that can be typed. */
    private static String escaped(String text) {
        return text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("'", "\\(aq")
                .replace("`", "\\(ga")
                .replace("^", "\\(ha")
                .replace("~", "\\(ti")
                .replace("—", "\\(em");
    }
}
