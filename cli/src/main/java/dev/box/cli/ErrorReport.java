package dev.box.cli;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Parser;
import dev.box.cli.terminal.Terminal;
import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.incus.IncusException;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * The one place where a failure becomes words and an exit status: what was tried, what answered, the next command. What
 * nobody foresaw goes into a file; a stack trace never reaches the terminal unless it was asked for.
 */
final class ErrorReport {

    private final Terminal terminal;
    private final Settings settings;

    ErrorReport(Terminal terminal, Settings settings) {
        this.terminal = terminal;
        this.settings = settings;
    }

    /** Prints {@code failure} and returns the exit status that it means. */
    int show(Throwable failure, boolean interrupted) {
        if (settings.isSet(Setting.BOX_DEBUG)) {
            terminal.err(trace(failure));
        }
        if (interrupted) {
            return interruption(failure);
        }
        return switch (failure) {
            case BoxFailure.Interrupted ours -> interruption(ours);
            // a command line that cannot be read speaks for itself: it is right above the message
            case BoxFailure.Refused ours
            when ours.tried().equals(Parser.TRIED) -> say(ours.answered(), ours.advice(), ours.exitStatus());
            case BoxFailure ours -> say(ours.tried() + ": " + ours.answered(), ours.advice(), ours.exitStatus());
            case IncusException.NoSocket none ->
                say(
                        none.tried() + ": " + none.answered(),
                        none.advice() + "\non a machine that was never set up: sudo box setup-host",
                        ExitStatus.FAILED);
            case IncusException daemons ->
                say(daemons.tried() + ": " + daemons.answered(), advice(daemons), ExitStatus.FAILED);
            default -> unforeseen(failure);
        };
    }

    /** The daemon's own words often say what is wrong and seldom what to do: then it is the kind of the failure that does. */
    private static String advice(IncusException failure) {
        if (!failure.advice().isEmpty()) {
            return failure.advice();
        }
        return switch (failure) {
            case IncusException.NotFound _, IncusException.Conflict _ ->
                "somebody else may have changed it meanwhile; see what there is: box list";
            default -> "is this host fit? box doctor\nwhat Incus says: sudo journalctl -u incus -n 20";
        };
    }

    private int say(String message, String advice, int status) {
        terminal.err("box: " + message);
        if (!advice.isEmpty()) {
            terminal.err("  " + advice.strip().replace("\n", "\n  "));
        }
        return status;
    }

    private int interruption(Throwable failure) {
        String doing = switch (failure) {
            case BoxFailure ours -> ours.tried();
            case IncusException daemons -> daemons.tried();
            default -> "";
        };
        String advice = failure instanceof BoxFailure ours ? ours.advice() : "";
        return say("interrupted" + (doing.isEmpty() ? "" : " while " + doing), advice, ExitStatus.INTERRUPTED);
    }

    private int unforeseen(Throwable failure) {
        String what = "this is a fault in box: " + failure;
        String where = new CrashFile(settings).write(trace(failure));
        return say(
                what,
                where.isEmpty() ? "BOX_DEBUG=1 in front of the same command shows where" : "details are in " + where,
                ExitStatus.FAILED);
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
