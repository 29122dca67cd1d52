package dev.box.cli.verb;

import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;

/** Seam. */
public final class StartVerb implements Handler {
    @Override
    public int run(Invocation call) {
        throw new UnsupportedOperationException("SEAM");
    }
}
