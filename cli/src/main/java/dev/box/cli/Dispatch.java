package dev.box.cli;

import dev.box.cli.command.Arguments;
import dev.box.cli.command.Command;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Help;
import dev.box.cli.command.Invocation;
import dev.box.cli.command.Nearest;
import dev.box.cli.command.Option;
import dev.box.cli.command.Parser;
import dev.box.cli.terminal.Terminal;
import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.incus.wire.SocketPreparation;
import java.util.List;
import java.util.function.BooleanSupplier;

/** From the words of a command line to the verb's exit status. */
final class Dispatch {

    private final Terminal terminal;
    private final Settings settings;
    private final BooleanSupplier interrupted;

    Dispatch(Terminal terminal, Settings settings, BooleanSupplier interrupted) {
        this.terminal = terminal;
        this.settings = settings;
        this.interrupted = interrupted;
    }

    /** Runs what {@code words} ask for. Throws nothing: every failure has become words and a status. */
    int run(List<String> words) {
        try {
            int status = find(words);
            return interrupted.getAsBoolean() ? ExitStatus.INTERRUPTED : status;
        } catch (Throwable failure) {
            return new ErrorReport(terminal, settings).show(failure, interrupted.getAsBoolean());
        }
    }

    private int find(List<String> words) {
        stretchDeadlines();
        if (words.isEmpty()) {
            terminal.err(Help.overview(Commands.all()).strip());
            return ExitStatus.REFUSED;
        }
        String verb = switch (words.getFirst()) {
            case "-h", "--help" -> "help";
            case "-V", "--version" -> "version";
            default -> words.getFirst();
        };
        Command command = Commands.find(verb);
        if (command == null) {
            throw unknown(verb);
        }
        List<String> rest = words.subList(1, words.size());
        return command.isFamily() ? member(command, rest) : call(command, rest);
    }

    private void stretchDeadlines() {
        String asked = settings.get(Setting.BOX_PATIENCE);
        if (asked.equals(Setting.BOX_PATIENCE.fallback())) {
            return;
        }
        if (!asked.matches("[1-9][0-9]{0,2}|1000")) {
            throw new BoxFailure.Refused(
                    "reading " + Setting.BOX_PATIENCE,
                    "'" + asked + "' is no whole number from 1 to 1000",
                    "see: box help settings");
        }
        Deadline.stretch(Integer.parseInt(asked));
    }

    private int member(Command family, List<String> words) {
        String word = words.isEmpty() ? "" : words.getFirst();
        if (Option.HELP.isTyped(word)) {
            terminal.out(Help.of(family, Commands.members(family)).strip());
            return ExitStatus.DONE;
        }
        if (!family.children().contains(word)) {
            String what = word.isEmpty()
                    ? "'box " + family.name() + "' needs one of: " + String.join(", ", family.children())
                    : "'box " + family.name() + "' has no '" + word + "'" + didYouMean(word, family.children());
            throw new BoxFailure.Refused(Parser.TRIED, what, "see: box " + family.name() + " --help");
        }
        return call(Commands.member(family.name(), word), words.subList(1, words.size()));
    }

    private int call(Command command, List<String> words) {
        if (command.tier().asksDaemon()) {
            SocketPreparation.begin();
        }
        Arguments arguments = Parser.parse(command, words);
        if (arguments.has(Option.HELP.name())) {
            terminal.out(Help.of(command, List.of()).strip());
            return ExitStatus.DONE;
        }
        Admission.check(command, settings);
        return command.handler().run(new Invocation(command, arguments, terminal, settings));
    }

    private static BoxFailure unknown(String verb) {
        if (verb.startsWith("-")) {
            return new BoxFailure.Refused(Parser.TRIED, "option '" + verb + "' comes after the verb", "see: box help");
        }
        return new BoxFailure.Refused(
                Parser.TRIED, "unknown verb '" + verb + "'" + didYouMean(verb, Commands.names()), "see: box help");
    }

    private static String didYouMean(String typed, List<String> names) {
        String nearest = Nearest.to(typed, names);
        return nearest.isEmpty() ? "" : "; did you mean '" + nearest + "'?";
    }
}
