package dev.box.cli.terminal;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.SynchronousQueue;

/** Asks before something is destroyed. Without a terminal there is nobody to ask, and no answer is never a yes. */
public final class Consent {

    private final Terminal terminal;
    private final InputStream keyboard;

    public Consent(Terminal terminal) {
        this(terminal, System.in);
    }

    Consent(Terminal terminal, InputStream keyboard) {
        this.terminal = terminal;
        this.keyboard = keyboard;
    }

    /**
     * Returns if the operator typed {@code y} or {@code yes}. Throws {@link BoxFailure.Refused} if there is no terminal to
     * ask on, {@link BoxFailure.Failed} if the answer was anything else, and {@link BoxFailure.Interrupted} at Ctrl-C.
     *
     * @param act what would be done, e.g. {@code deleting box 'work'}
     * @param question the whole question, ending in {@code ?}
     * @param flag what to add to the command to be asked nothing, e.g. {@code --force}
     */
    public void demand(String act, String question, String flag) {
        if (!terminal.canAsk()) {
            throw new BoxFailure.Refused(
                    act,
                    "this needs your consent, and there is no terminal to ask on; nothing changed",
                    "add " + flag + " to do it without being asked");
        }
        terminal.prompt(question + " [y/N] ");
        String answer = readLine(act);
        if (!answer.equals("y") && !answer.equals("yes")) {
            throw new BoxFailure.Failed(act, "you did not say yes; nothing changed", "");
        }
    }

    /** The typed line in lower case; empty at Ctrl-D. Read on a thread of its own, since a blocked read hears no interrupt. */
    private String readLine(String act) {
        SynchronousQueue<String> answer = new SynchronousQueue<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                answer.put(line());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            return answer.take();
        } catch (InterruptedException e) {
            // the terminal has echoed ^C behind the question
            terminal.err("");
            throw new BoxFailure.Interrupted(act + " (nothing changed)");
        }
    }

    private String line() {
        StringBuilder line = new StringBuilder();
        try {
            int c = keyboard.read();
            for (; c >= 0 && c != '\n'; c = keyboard.read()) {
                line.append((char) c);
            }
            if (c < 0) {
                terminal.err("");
            }
        } catch (IOException e) {
            return "";
        }
        return line.toString().strip().toLowerCase(Locale.ROOT);
    }
}
