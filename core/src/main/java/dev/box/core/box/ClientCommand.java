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
            String instance = word.replaceFirst("[/:].*", "");
            if (foreign.contains(instance)) {
                throw new BoxFailure.Refused(
                        "running the incus client on a box",
                        "'" + instance + "' is an instance that box did not make",
                        "what is not a box's business is incus's: incus " + Untrusted.line(String.join(" ", words)));
            }
        }
    }

    /** Whether it touches anything that the isolation stands on. A word too many warns for nothing; one too few does not warn. */
    public boolean canMoveItOff() {
        return words.stream()
                .map(word -> word.toLowerCase(Locale.ROOT).replaceFirst("^-+", ""))
                .anyMatch(word -> CONTRACT.stream().anyMatch(word::startsWith));
    }
}
