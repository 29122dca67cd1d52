package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A command of the incus client about one box.
 *
 * @param words without {@code incus} itself
 */
public record ClientCommand(List<String> words) {

    private static final String PLACE = "{}";

    /** What the placement contract consists of, as the client's words. */
    private static final List<String> CONTRACT = List.of(
            "profile",
            "network",
            "device",
            "nic",
            "security.",
            "raw.",
            "linux.",
            "user.box",
            "user.claudebox",
            "edit",
            "move",
            "copy",
            "project",
            "query",
            "admin");

    private static final Set<String> NOUNS = Set.of("config", "device", "profile", "network", "acl", "snapshot");
    private static final Set<String> READING = Set.of("get", "show", "list", "info");

    public ClientCommand {
        words = List.copyOf(words);
    }

    /** Every word that is {@code {}} becomes the box's name; without any it is put behind the words. */
    public static ClientCommand of(String box, List<String> typed) {
        List<String> words = new ArrayList<>();
        for (String word : typed) {
            words.add(word.equals(PLACE) ? box : word);
        }
        if (!typed.contains(PLACE)) {
            words.add(box);
        }
        return new ClientCommand(words);
    }

    /**
     * Refuses one that names an instance which is no box, as in {@code box incus work -- delete payroll}: the way out is
     * one for boxes.
     *
     * @throws BoxFailure.Refused naming it
     */
    public void requireNoOther(Set<String> foreign) {
        for (String word : words) {
            // as the client reads it: [REMOTE:]INSTANCE[/SNAPSHOT]
            for (String part : word.split(":", -1)) {
                String instance = part.replaceFirst("/.*", "");
                if (foreign.contains(instance)) {
                    throw new BoxFailure.Refused(
                            "running the incus client on a box",
                            "'" + instance + "' is an instance that box did not make",
                            "what is no box's business is incus's: incus " + Untrusted.line(String.join(" ", words)));
                }
            }
        }
    }

    /** As in {@code config device show}: the client's verb comes behind its nouns. */
    private boolean onlyReads() {
        return words.stream()
                .dropWhile(NOUNS::contains)
                .findFirst()
                .filter(READING::contains)
                .isPresent();
    }

    /** Whether it touches anything that the isolation stands on. A word too many warns for nothing; one too few does not warn. */
    public boolean canMoveItOff() {
        return !onlyReads()
                && words.stream()
                        .map(word -> word.toLowerCase(Locale.ROOT).replaceFirst("^-+", ""))
                        .anyMatch(word -> CONTRACT.stream().anyMatch(word::startsWith));
    }
}
