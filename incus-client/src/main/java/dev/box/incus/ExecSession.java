package dev.box.incus;

/** A command that runs in a guest. Closing it ends the streams; it does not end the command. */
public final class ExecSession implements AutoCloseable {

    private ExecSession() {}

    static ExecResult captured(Daemon daemon, String name, ExecRequest request, Deadline deadline) {
        throw new UnsupportedOperationException("exec");
    }

    static ExecSession start(Daemon daemon, String name, ExecRequest request, ExecStreams streams, Deadline deadline) {
        throw new UnsupportedOperationException("exec");
    }

    /** Sends a signal by number to the command. */
    public void signal(int number) {
        throw new UnsupportedOperationException("exec");
    }

    /** Tells the size of the caller's terminal. */
    public void resize(int columns, int lines) {
        throw new UnsupportedOperationException("exec");
    }

    /**
     * Waits for the command and for its output.
     *
     * @return the guest's exit status
     * @throws IncusException.TimedOut if the deadline came first; the command was killed then
     */
    public int await(Deadline deadline) {
        throw new UnsupportedOperationException("exec");
    }

    @Override
    public void close() {}
}
