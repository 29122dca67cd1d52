package dev.box.incus;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * The caller's ends of a command's three streams. None is closed. A write that blocks holds the guest back, not the
 * daemon.
 *
 * @param stdin read until its end on a thread of its own, which may outlive the command if the read blocks
 * @param stdout gets what the command writes there, and all output if it has a terminal
 * @param stderr gets what the command writes there
 */
public record ExecStreams(InputStream stdin, OutputStream stdout, OutputStream stderr) {

    static final InputStream NOTHING = InputStream.nullInputStream();

    /** No input. */
    public static ExecStreams output(OutputStream stdout, OutputStream stderr) {
        return new ExecStreams(NOTHING, stdout, stderr);
    }
}
