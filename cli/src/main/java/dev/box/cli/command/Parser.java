package dev.box.cli.command;

import dev.box.core.failure.BoxFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;

/**
 * Reads a verb's command line. Options may stand anywhere before {@code --}; nothing that looks like an option is ever
 * taken for an argument, and nothing after {@code --} is looked at.
 */
public final class Parser {

    /** What every refusal of a command line as such was about. */
    public static final String TRIED = "reading the command line";

    private Parser() {}

    /** Throws {@link BoxFailure.Refused} with the synopsis as advice if it cannot be understood. */
    public static Arguments parse(Command command, List<String> words) {
        int dashes = words.indexOf("--");
        List<String> own = dashes < 0 ? words : words.subList(0, dashes);
        List<String> rest = dashes < 0 ? List.of() : List.copyOf(words.subList(dashes + 1, words.size()));
        refuseSingleDashes(command, own);
        Arguments arguments = convert(command, commons(command, own), rest);
        if (!arguments.has(Option.HELP.name())) {
            checkPositionals(command, arguments, dashes >= 0);
        }
        return arguments;
    }

    /** commons-cli would take {@code -json} for {@code --json}. After one dash there is one letter, of an option that has one. */
    private static void refuseSingleDashes(Command command, List<String> words) {
        for (String word : words) {
            if (word.length() > 1
                    && word.charAt(0) == '-'
                    && word.charAt(1) != '-'
                    && command.options().stream().noneMatch(option -> option.isTyped(word))) {
                throw unknown(command, word);
            }
        }
    }

    private static CommandLine commons(Command command, List<String> words) {
        Options options = new Options();
        for (Option option : command.options()) {
            String letter = option.letter().isEmpty() ? null : option.letter();
            options.addOption(
                    new org.apache.commons.cli.Option(letter, option.name(), option.takesArgument(), option.help()));
        }
        DefaultParser parser = DefaultParser.builder()
                .setAllowPartialMatching(false)
                .setStripLeadingAndTrailingQuotes(false)
                .get();
        try {
            return parser.parse(options, words.toArray(new String[0]), false);
        } catch (UnrecognizedOptionException e) {
            throw unknown(command, e.getOption());
        } catch (MissingArgumentException e) {
            String option = "--" + e.getOption().getLongOpt();
            throw refuse(command, "option '" + option + "' needs a value: " + written(command, option));
        } catch (ParseException e) {
            throw refuse(command, String.valueOf(e.getMessage()));
        }
    }

    private static String written(Command command, String option) {
        for (Option known : command.options()) {
            if (option.equals("--" + known.name())) {
                return known.written();
            }
        }
        return option;
    }

    private static BoxFailure unknown(Command command, String word) {
        int equals = word.indexOf('=');
        String typed = equals < 0 ? word : word.substring(0, equals);
        List<String> names = new ArrayList<>();
        for (Option option : command.options()) {
            if (typed.equals("--" + option.name())) {
                return refuse(command, "option '" + typed + "' takes no value");
            }
            names.add("--" + option.name());
        }
        String hint = Nearest.question(typed.startsWith("--") ? typed : "-" + typed, names, "");
        return refuse(command, "unknown option '" + word + "'" + hint);
    }

    private static Arguments convert(Command command, CommandLine line, List<String> rest) {
        Map<String, List<String>> options = new LinkedHashMap<>();
        for (Option option : command.options()) {
            if (line.hasOption(option.name())) {
                String[] values = line.getOptionValues(option.name());
                if (values != null && List.of(values).contains("")) {
                    // most often a shell's variable that nobody has set: not the same as leaving the option out
                    throw refuse(command, "option '--" + option.name() + "' needs a value: " + option.written());
                }
                options.put(option.name(), values == null ? List.of() : List.of(values));
            }
        }
        return new Arguments(List.copyOf(line.getArgList()), Map.copyOf(options), rest);
    }

    private static void checkPositionals(Command command, Arguments arguments, boolean dashes) {
        int given = arguments.positionals().size();
        int most = 0;
        for (Positional place : command.positionals()) {
            if (place.arity().demanded() && given <= most) {
                throw refuse(command, "<" + place.name() + "> is missing");
            }
            most = place.arity().repeats() ? Integer.MAX_VALUE : most + 1;
        }
        if (given > most) {
            throw refuse(command, unexpected(command, arguments.positionals().get(most)));
        }
        if (command.rest() == Command.Rest.NONE && dashes) {
            throw refuse(command, "'box " + command.name() + "' takes nothing after '--'");
        }
        if (command.rest() == Command.Rest.REQUIRED && arguments.rest().isEmpty()) {
            throw refuse(command, "no command after '--'");
        }
    }

    private static String unexpected(Command command, String word) {
        String message = "unexpected argument '" + word + "'";
        if (command.rest() == Command.Rest.REQUIRED) {
            return message + ": the command to run comes after '--'";
        }
        return command.surplusHint().isEmpty()
                ? message
                : message + ": " + command.surplusHint().replace("{}", word);
    }

    private static BoxFailure refuse(Command command, String why) {
        return new BoxFailure.Refused(
                TRIED, why, Help.wrapped(command.synopsis(), 0) + "\n(more: box " + command.name() + " --help)");
    }
}
