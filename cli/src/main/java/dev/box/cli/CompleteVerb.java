package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Completes;
import dev.box.cli.command.Completion;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.verb.KnownNames;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box __complete -- WORD...}: what the scripts of {@code box completion} ask at each Tab. The last word is the one
 * that is being typed. It stands beside the table because it offers the table's verbs.
 */
final class CompleteVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Completion.Names names = new KnownNames(call.settings());
        call.terminal().rendered(offer(call.arguments().rest(), names).written());
        return ExitStatus.DONE;
    }

    static Completion.Offer offer(List<String> words, Completion.Names names) {
        if (words.size() == 1) {
            return new Completion.Offer(verbs(words.getFirst()), List.of());
        }
        Command command = Commands.find(words.getFirst());
        List<String> rest = words.subList(1, words.size());
        if (command != null && command.isFamily()) {
            if (rest.size() == 1) {
                return new Completion.Offer(members(command, rest.getFirst()), List.of());
            }
            boolean known = command.children().contains(rest.getFirst());
            command = known ? Commands.member(command.name(), rest.getFirst()) : null;
            rest = rest.subList(1, rest.size());
        }
        return command == null
                ? new Completion.Offer(List.of(), List.of())
                : Completion.of(command, rest, (kind, typed, before) -> named(kind, typed, before, names));
    }

    private static List<Completion.Word> named(
            Completes kind, String typed, List<String> before, Completion.Names names) {
        return switch (kind) {
            case VERB -> topics(typed);
            case SECOND_WORD -> {
                Command family = Commands.find(before.getFirst());
                yield family == null ? List.of() : members(family, typed);
            }
            default -> names.of(kind, typed, before);
        };
    }

    private static List<Completion.Word> verbs(String typed) {
        List<Completion.Word> words = new ArrayList<>();
        for (Command command : Commands.all()) {
            if (command.name().startsWith(typed)) {
                words.add(new Completion.Word(command.name(), command.summary()));
            }
        }
        return words;
    }

    /** What {@code box help} takes beside verbs. */
    private static List<Completion.Word> topics(String typed) {
        List<Completion.Word> words = verbs(typed);
        for (HelpVerb.Topic topic : HelpVerb.Topic.values()) {
            if (topic.word().startsWith(typed)) {
                words.add(new Completion.Word(topic.word(), topic.summary()));
            }
        }
        return words;
    }

    private static List<Completion.Word> members(Command family, String typed) {
        List<Completion.Word> words = new ArrayList<>();
        for (Command member : Commands.members(family)) {
            String word = member.name().substring(family.name().length() + 1);
            if (word.startsWith(typed)) {
                words.add(new Completion.Word(word, member.summary()));
            }
        }
        return words;
    }
}
