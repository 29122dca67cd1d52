package dev.box.cli.command;

/** What a verb does. Returns the exit status; failures are thrown, as {@code BoxFailure} or {@code IncusException}. */
public interface Handler {
    int run(Invocation call);
}
