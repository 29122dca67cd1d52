package dev.box.incus;

import java.nio.charset.StandardCharsets;

/**
 * What a command in a guest left behind. Its output is the guest's: untrusted.
 *
 * @param exitStatus the guest's own; 128+n for signal n
 * @param out all that it wrote to stdout
 * @param err all that it wrote to stderr
 */
@SuppressWarnings("ArrayRecordComponent") // compared by no one; text is what callers use
public record ExecResult(int exitStatus, byte[] out, byte[] err) {

    public boolean ok() {
        return exitStatus == 0;
    }

    /** Standard output as UTF-8. */
    public String stdout() {
        return new String(out, StandardCharsets.UTF_8);
    }

    /** Standard error as UTF-8. */
    public String stderr() {
        return new String(err, StandardCharsets.UTF_8);
    }
}
