package dev.box.core.box;

import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The last that a guest wrote on its console, for a failure's message: of one that does not answer there is nothing else. */
final class ConsoleTail {

    private static final int MOST_LINES = 15;
    private static final int LONGEST_LINE = 200;

    private ConsoleTail() {}

    /** To be put behind a sentence; empty if there is nothing, or nobody to ask. With a deadline of its own: the wait's ran out. */
    static String read(Incus incus, String name) {
        try {
            return of(incus.instances().consoleLog(name, Deadline.seconds(5)));
        } catch (IncusException e) {
            return "";
        }
    }

    /** A guest writes there what it likes, so it is made harmless; boot loaders and progress bars leave empty lines behind. */
    static String of(byte[] console) {
        List<String> lines = new ArrayList<>();
        for (String line :
                Untrusted.lines(new String(console, StandardCharsets.UTF_8)).split("\n", -1)) {
            String text = line.strip();
            if (!text.isEmpty()) {
                lines.add(text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "…" : text);
            }
        }
        if (lines.isEmpty()) {
            return "";
        }
        List<String> last = lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
        return "; its console ends with:\n" + String.join("\n", last);
    }
}
