package dev.box.cli.command;

/** Every exit status that box itself gives, in one place; {@code exec} and {@code shell} pass the guest's own through. */
public final class ExitStatus {

    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int REFUSED = 2;
    public static final int UNJUDGED = 3;
    public static final int INTERRUPTED = 130;

    private ExitStatus() {}
}
