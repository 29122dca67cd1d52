package dev.box.cli.terminal;

import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import java.time.Duration;

/**
 * How wide the operator's terminal is. Asked of {@code stty}, which is a process of its own: only for long reports, never on
 * the way of a quick verb.
 *
 * @param count of characters in a line
 */
public record Columns(int count) {

    private static final int USUAL = 80;
    private static final int LEAST = 40;
    private static final String VARIABLE = "COLUMNS";

    /** By {@code COLUMNS} if it is set, else by the controlling terminal, else 80. */
    public static Columns of(Settings settings) {
        String said = settings.environment().getOrDefault(VARIABLE, "");
        return new Columns(Math.max(LEAST, said.isEmpty() ? ofTerminal() : number(said)));
    }

    /** {@code stty} prints rows and columns, e.g. {@code 40 100}. */
    private static int ofTerminal() {
        Subprocess.Result size =
                Machine.local().command("stty", "-F", "/dev/tty", "size").run(Deadline.after(Duration.ofSeconds(5)));
        String[] words = size.stdout().strip().split(" ", -1);
        return size.ok() && words.length == 2 ? number(words[1]) : USUAL;
    }

    private static int number(String text) {
        try {
            int columns = Integer.parseInt(text.strip());
            return columns > 0 ? columns : USUAL;
        } catch (NumberFormatException e) {
            return USUAL;
        }
    }

    /** As a word for {@code env}, for a command that runs where this terminal cannot be asked. */
    public String variable() {
        return VARIABLE + "=" + count;
    }
}
