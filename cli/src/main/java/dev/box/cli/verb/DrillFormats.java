package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.terminal.Terminal;
import dev.box.core.failure.BoxFailure;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.JsonReport;
import dev.box.drill.report.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * In which forms a drill's report goes where.
 *
 * @param text for people, on stdout
 * @param json for programs, on stdout
 * @param directory also gets both as files; empty for none
 */
record DrillFormats(boolean text, boolean json, String directory) {

    static final String TEXT_FILE = "report.txt";
    static final String JSON_FILE = "report.json";

    static DrillFormats read(Arguments arguments) {
        boolean text = false;
        boolean json = false;
        for (String format : arguments.value("format", "text").split(",")) {
            switch (format) {
                case "text" -> text = true;
                case "json" -> json = true;
                default ->
                    throw new BoxFailure.Refused(
                            "choosing the report's format",
                            "there is no format '" + format + "'",
                            "text, json or text,json");
            }
        }
        return new DrillFormats(text, json, arguments.value("report", ""));
    }

    /** As it is written on a command line. */
    String written() {
        return text && json ? "text,json" : json ? "json" : "text";
    }

    /** The same, with files in another directory. */
    DrillFormats into(String other) {
        return new DrillFormats(text, json, other);
    }

    void print(DrillReport report, Terminal terminal) {
        if (text) {
            terminal.rendered(
                    TextReport.render(report, terminal.colour() ? Colours::paint : TextReport.Palette.plain()));
        }
        if (json) {
            terminal.rendered(JsonReport.render(report));
        }
        if (!directory.isEmpty()) {
            write(TEXT_FILE, TextReport.render(report, TextReport.Palette.plain()));
            write(JSON_FILE, JsonReport.render(report));
        }
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
