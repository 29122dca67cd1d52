package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.terminal.Columns;
import dev.box.cli.terminal.Terminal;
import dev.box.core.failure.BoxFailure;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.JsonReport;
import dev.box.drill.report.JunitReport;
import dev.box.drill.report.Palette;
import dev.box.drill.report.TapReport;
import dev.box.drill.report.TextReport;
import dev.box.drill.report.html.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * In which forms a drill's report goes where.
 *
 * @param printed on stdout
 * @param verbose whether the text on a terminal has one line for each cell
 * @param columns the terminal's
 * @param directory gets every form as a file; empty for none
 */
record DrillFormats(Set<Form> printed, boolean verbose, int columns, String directory) {

    /** One form; as a file it is complete, whatever a terminal shows. */
    enum Form {
        TEXT("report.txt", report -> TextReport.full(report, Palette.plain())),
        JSON("report.json", JsonReport::render),
        JUNIT("report.junit.xml", JunitReport::render),
        TAP("report.tap", TapReport::render),
        HTML("report.html", HtmlReport::render);

        private final String file;

        @SuppressWarnings("ImmutableEnumChecker") // a method reference
        private final Function<DrillReport, String> render;

        Form(String file, Function<DrillReport, String> render) {
            this.file = file;
            this.render = render;
        }

        String file() {
            return file;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static DrillFormats read(Arguments arguments, Columns columns) {
        Set<Form> printed = EnumSet.noneOf(Form.class);
        for (String word : arguments.value("format", "text").split(",", -1)) {
            printed.add(form(word));
        }
        return new DrillFormats(printed, arguments.has("verbose"), columns.count(), arguments.value("report", ""));
    }

    private static Form form(String word) {
        for (Form form : Form.values()) {
            if (form.word().equals(word)) {
                return form;
            }
        }
        throw new BoxFailure.Refused(
                "choosing the report's format",
                "there is no format '" + word + "'",
                "one or more of text,json,junit,tap,html");
    }

    /** As it is written on a command line. */
    String written() {
        return printed.stream().map(Form::word).collect(Collectors.joining(","));
    }

    /** The same, with files in another directory. */
    DrillFormats into(String other) {
        return new DrillFormats(printed, verbose, columns, other);
    }

    void print(DrillReport report, Terminal terminal) {
        for (Form form : printed) {
            terminal.rendered(form == Form.TEXT ? text(report, terminal) : form.render.apply(report));
        }
        if (!directory.isEmpty()) {
            for (Form form : Form.values()) {
                write(form.file(), form.render.apply(report));
            }
        }
    }

    private String text(DrillReport report, Terminal terminal) {
        Palette palette = terminal.colour() ? Colours::paint : Palette.plain();
        return verbose ? TextReport.full(report, palette) : TextReport.folded(report, palette, columns);
    }

    void write(String name, String content) {
        Path file = Path.of(directory, name);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "writing " + file, String.valueOf(e.getMessage()), "name another directory: --report DIR", e);
        }
    }
}
