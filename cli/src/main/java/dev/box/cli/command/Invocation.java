package dev.box.cli.command;

import dev.box.cli.terminal.Terminal;
import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import java.time.Duration;

/** One call of a verb: what was typed, and the surroundings it runs in. */
public record Invocation(Command command, Arguments arguments, Terminal terminal, Settings settings) {

    /** Where long work tells what it is doing; silent but for warnings with {@code --quiet}. */
    public Progress progress() {
        return terminal.progress(quiet());
    }

    public boolean quiet() {
        return arguments.has(Option.QUIET.name());
    }

    /** The time that the whole verb may take: {@code --timeout}, else {@code BOX_TIMEOUT}, else {@code usual}. */
    public Deadline deadline(Duration usual) {
        String asked = arguments.value(Option.TIMEOUT.name(), settings.get(Setting.BOX_TIMEOUT));
        return asked.isEmpty() ? Deadline.after(usual) : Deadline.exactly(seconds(asked));
    }

    public boolean json() {
        return arguments.has(Option.JSON.name());
    }

    /** The type of the operator's terminal, for a guest; empty if unknown. */
    public String term() {
        return settings.environment().getOrDefault("TERM", "");
    }

    private static Duration seconds(String asked) {
        try {
            double seconds = Double.parseDouble(asked);
            if (seconds > 0 && seconds <= 604_800) {
                return Duration.ofMillis((long) Math.ceil(seconds * 1000));
            }
        } catch (NumberFormatException e) {
            // refused below, in the same words as a number that makes no sense
        }
        throw new BoxFailure.Refused(
                "reading the time limit",
                "'" + asked + "' is no number of seconds above 0 and up to 604800",
                "give whole or decimal seconds, e.g. --timeout 30");
    }
}
