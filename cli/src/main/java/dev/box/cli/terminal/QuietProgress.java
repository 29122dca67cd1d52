package dev.box.cli.terminal;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;

/** Only what must not be missed. */
final class QuietProgress implements Progress {

    private final Terminal terminal;

    QuietProgress(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Step step(String what, Deadline deadline) {
        return Progress.silent().step(what, deadline);
    }

    @Override
    public void note(String message) {}

    @Override
    public void warn(String message) {
        terminal.err("warning: " + message);
    }
}
