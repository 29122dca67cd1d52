package dev.box.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What may come next on a half-typed command line of one verb, by the table; {@link Names} knows what there is. */
public final class Completion {

    /** One way on, and what it is. */
    public record Word(String text, String what) {}

    /** What there is of each kind. It is never worth an error: who cannot be asked knows nothing. */
    public interface Names {
        /**
         * @param typed the beginning of the word; what does not go on from it may be left out
         * @param before the arguments before it, options left out
         */
        List<Word> of(Completes kind, String typed, List<String> before);
    }

    /**
     * What to offer.
     *
     * @param words that go on from what was typed
     * @param kind what the shell adds: {@code files} or {@code directories}, and {@code nospace} if no space shall follow
     */
    public record Offer(List<Word> words, List<String> kind) {

        static final Offer NOTHING = new Offer(List.of(), List.of());

        /** The kind in one line, then a line for each word: text, tab, what it is. */
        public String written() {
            StringBuilder lines = new StringBuilder(String.join(" ", kind)).append('\n');
            for (Word word : words) {
                lines.append(word.text());
                if (!word.what().isEmpty()) {
                    lines.append('\t').append(word.what());
                }
                lines.append('\n');
            }
            return lines.toString();
        }
    }

    private final Command command;
    private final Names names;
    private final List<String> arguments = new ArrayList<>();
    private final List<String> given = new ArrayList<>();
    private Optional<Option> waiting = Optional.empty();
    private boolean foreign;

    private Completion(Command command, Names names) {
        this.command = command;
        this.names = names;
    }

    /** For the last of {@code words}, which may be empty; all of them come after the verb. */
    public static Offer of(Command command, List<String> words, Names names) {
        Completion completion = new Completion(command, names);
        words.subList(0, words.size() - 1).forEach(completion::read);
        return completion.next(words.getLast());
    }

    private void read(String word) {
        if (foreign) {
            return;
        }
        if (waiting.isPresent()) {
            waiting = Optional.empty();
        } else if (word.equals("--")) {
            foreign = true;
        } else if (word.startsWith("-") && word.length() > 1) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            given.add(name);
            waiting = equals < 0 ? option(name).filter(Option::takesArgument) : Optional.empty();
        } else {
            arguments.add(word);
        }
    }

    private Offer next(String typed) {
        if (foreign) {
            return Offer.NOTHING;
        }
        if (waiting.isPresent()) {
            return place(waiting.get().argument(), typed, "");
        }
        int equals = typed.indexOf('=');
        if (typed.startsWith("--") && equals > 0) {
            String head = typed.substring(0, equals + 1);
            return option(typed.substring(0, equals))
                    .filter(Option::takesArgument)
                    .map(option -> place(option.argument(), typed.substring(equals + 1), head))
                    .orElse(Offer.NOTHING);
        }
        if (typed.startsWith("-")) {
            return options(typed);
        }
        Optional<Positional> place = positional();
        return place.isPresent() ? place(place.get().name(), typed, "") : typed.isEmpty() ? options("") : Offer.NOTHING;
    }

    private Optional<Option> option(String typed) {
        return command.options().stream()
                .filter(option -> option.isTyped(typed))
                .findFirst();
    }

    private Optional<Positional> positional() {
        List<Positional> places = command.positionals();
        int next = arguments.size();
        if (next < places.size()) {
            return Optional.of(places.get(next));
        }
        return places.isEmpty() || !places.getLast().arity().repeats()
                ? Optional.empty()
                : Optional.of(places.getLast());
    }

    /** Those that were not given yet; and where a command of somebody else's follows, the dashes before it. */
    private Offer options(String typed) {
        List<Word> words = new ArrayList<>();
        if (command.rest() == Command.Rest.REQUIRED) {
            words.add(new Word("--", command.restName()));
        }
        for (Option option : command.options()) {
            String written = "--" + option.name();
            if (given.stream().noneMatch(option::isTyped) || option.help().contains("may be repeated")) {
                words.add(new Word(written, option.help()));
            }
        }
        return offer(words, List.of(), word -> word.text().startsWith(typed));
    }

    /** {@code head} is what of the word comes before the value, e.g. {@code --template=}. */
    private Offer place(String placeholder, String typed, String head) {
        Completes kind = Completes.of(placeholder).orElse(Completes.NOTHING);
        List<Word> words = new ArrayList<>();
        for (Word word : known(kind, placeholder, typed)) {
            boolean again = kind == Completes.BOX && arguments.contains(word.text());
            if (!again && word.text().startsWith(typed)) {
                words.add(new Word(head + word.text(), word.what()));
            }
        }
        List<String> adds = switch (kind) {
            case FILE -> List.of("files");
            case DIRECTORY -> List.of("directories");
            case PLACE -> words.isEmpty() ? List.of("files") : List.of("files", "nospace");
            default -> List.of();
        };
        return offer(words, adds, word -> true);
    }

    private List<Word> known(Completes kind, String placeholder, String typed) {
        return switch (kind) {
            case CHOICE ->
                List.of(placeholder.split("\\|", -1)).stream()
                        .map(choice -> new Word(choice, ""))
                        .toList();
            case FILE, DIRECTORY, NOTHING -> List.of();
            default -> names.of(kind, typed, List.copyOf(arguments));
        };
    }

    private static Offer offer(List<Word> words, List<String> kind, Predicate<Word> fits) {
        return new Offer(words.stream().filter(fits).toList(), kind);
    }
}
