package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Help;
import dev.box.cli.command.Invocation;
import dev.box.cli.command.Man;
import dev.box.cli.command.Nearest;
import dev.box.cli.verb.Version;
import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** {@code box help}: rendered from the table, which is why it stands beside it. */
final class HelpVerb implements Handler {

    /** What there is help about beside verbs. */
    enum Topic {
        SETTINGS("the environment variables that box reads"),
        JSON("the documents that --json prints");

        private final String summary;

        Topic(String summary) {
            this.summary = summary;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        String summary() {
            return summary;
        }

        private String text() {
            return switch (this) {
                case SETTINGS -> Help.settings();
                case JSON -> json();
            };
        }
    }

    @Override
    public int run(Invocation call) {
        if (call.arguments().has("man")) {
            writePages(Path.of(call.arguments().value("man", "")));
            return ExitStatus.DONE;
        }
        String topic = call.arguments().positional(0, "");
        call.terminal()
                .out(
                        topic.isEmpty()
                                ? Help.overview(Commands.all()).strip()
                                : about(topic, call).strip());
        return ExitStatus.DONE;
    }

    private static String about(String word, Invocation call) {
        for (Topic topic : Topic.values()) {
            if (topic.word().equals(word)) {
                return topic.text();
            }
        }
        Command command = Commands.find(word);
        if (command == null) {
            List<String> names = new ArrayList<>(Commands.names());
            for (Topic topic : Topic.values()) {
                names.add(topic.word());
            }
            throw unknown("verb '" + word + "'", word, names);
        }
        String member = call.arguments().positional(1, "");
        if (member.isEmpty()) {
            return Help.of(command, Commands.members(command));
        }
        if (!command.children().contains(member)) {
            throw unknown("verb '" + word + " " + member + "'", member, command.children());
        }
        return Help.of(Commands.member(command.name(), member), List.of());
    }

    /** What the documents hold, as it stands in the jar. */
    static String json() {
        try (InputStream file = Objects.requireNonNull(HelpVerb.class.getResourceAsStream("/dev/box/cli/json.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every manual page by its file's name. */
    static Map<String, String> pages() {
        Map<String, List<Command>> members = new LinkedHashMap<>();
        for (Command command : Commands.all()) {
            members.put(command.name(), Commands.members(command));
        }
        return Man.pages(Commands.all(), members, Version.read());
    }

    private static void writePages(Path directory) {
        try {
            Files.createDirectories(directory);
            for (Map.Entry<String, String> page : pages().entrySet()) {
                Files.writeString(directory.resolve(page.getKey()), page.getValue());
            }
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "writing manual pages into " + directory,
                    String.valueOf(e.getMessage()),
                    "name another directory: box help --man DIR",
                    e);
        }
    }

    private static BoxFailure unknown(String what, String typed, List<String> names) {
        String nearest = Nearest.to(typed, names);
        return new BoxFailure.Refused(
                "showing help",
                "unknown " + what + (nearest.isEmpty() ? "" : "; did you mean '" + nearest + "'?"),
                "see: box help");
    }
}
