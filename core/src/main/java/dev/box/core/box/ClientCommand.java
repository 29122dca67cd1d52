package dev.box.core.box;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A command of the incus client about one box.
 *
 * @param words without {@code incus} itself
 */
public record ClientCommand(List<String> words) {

    private static final String PLACE = "{}";

    /** What the placement contract consists of, as the client's words. */
    private static final List<String> CONTRACT =
            List.of("profile", "network", "device", "nic", "security.", "raw.", "user.box", "edit", "move", "project");

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

    /** Whether it touches anything that the isolation stands on. A word too many warns for nothing; one too few does not warn. */
    public boolean canMoveItOff() {
        return words.stream()
                .map(word -> word.toLowerCase(Locale.ROOT))
                .anyMatch(word -> CONTRACT.stream().anyMatch(word::startsWith));
    }
}
