package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Help;
import dev.box.cli.command.Invocation;
import dev.box.cli.command.Nearest;
import dev.box.core.failure.BoxFailure;
import java.util.List;

/** {@code box help}: rendered from the table, which is why it stands beside it. */
final class HelpVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String topic = call.arguments().positional(0, "");
        call.terminal()
                .out(
                        switch (topic) {
                            case "" -> Help.overview(Commands.all()).strip();
                            case "settings" -> Help.settings().strip();
                            default -> about(topic, call).strip();
                        });
        return ExitStatus.DONE;
    }

    private static String about(String verb, Invocation call) {
        Command command = Commands.find(verb);
        if (command == null) {
            throw unknown("verb '" + verb + "'", verb, Commands.names());
        }
        String word = call.arguments().positional(1, "");
        if (word.isEmpty()) {
            return Help.of(command, Commands.members(command));
        }
        if (!command.children().contains(word)) {
            throw unknown("verb '" + verb + " " + word + "'", word, command.children());
        }
        return Help.of(Commands.member(verb, word), List.of());
    }

    private static BoxFailure unknown(String what, String typed, List<String> names) {
        String nearest = Nearest.to(typed, names);
        return new BoxFailure.Refused(
                "showing help",
                "unknown " + what + (nearest.isEmpty() ? "" : "; did you mean '" + nearest + "'?"),
                "see: box help");
    }
}
