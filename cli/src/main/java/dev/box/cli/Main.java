package dev.box.cli;

import dev.box.cli.terminal.Terminal;
import dev.box.core.settings.Settings;
import java.util.List;

/** The program's entry: one verb, one exit status. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        Settings settings = Settings.fromEnvironment();
        Terminal terminal = Terminal.ofProcess(settings);
        Interrupts interrupts = Interrupts.of(Thread.currentThread());
        int status = new Dispatch(terminal, settings, interrupts::happened).run(List.of(args));
        status = terminal.afterWriting(status);
        terminal.close();
        // not exit(): its hooks would take a normal end for an interruption, and every thread left is a daemon's
        Runtime.getRuntime().halt(status);
    }
}
