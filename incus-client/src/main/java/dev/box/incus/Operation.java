package dev.box.incus;

import java.util.function.Consumer;

/** Work that the daemon goes on with after it answered. Letting go of this handle does not stop it. */
public final class Operation {

    private final Daemon daemon;
    private final String tried;
    private final OperationInfo started;

    Operation(Daemon daemon, String tried, OperationInfo started) {
        this.daemon = daemon;
        this.tried = tried;
        this.started = started;
    }

    public String id() {
        return started.id();
    }

    /** As it was when it started. */
    public OperationInfo info() {
        return started;
    }

    /** As it is now. */
    public OperationInfo refresh(Deadline deadline) {
        return daemon.get(tried, path(), Codec.type(OperationInfo.class), deadline)
                .value();
    }

    /** Waits for its end without looking at progress. */
    public OperationInfo await(Deadline deadline) {
        return await(deadline, progress -> {});
    }

    /**
     * Waits for its end.
     *
     * @param listener called when the progress that the daemon tells changes, on the caller's thread
     * @return how it ended, with its results in {@code metadata}
     * @throws IncusException.OperationFailed if it ended badly
     * @throws IncusException.TimedOut if the deadline came first; it goes on unless it is cancelled
     */
    public OperationInfo await(Deadline deadline, Consumer<OperationProgress> listener) {
        long seconds = Math.max(1, deadline.remaining().toSeconds());
        OperationInfo end = daemon.get(
                        tried, path() + "/wait?timeout=" + seconds, Codec.type(OperationInfo.class), deadline)
                .value();
        if (!end.ended()) {
            throw new IncusException.TimedOut(
                    tried, "not done after " + deadline.budget().toSeconds() + " s", "");
        }
        if (!end.succeeded()) {
            throw new IncusException.OperationFailed(tried, end.err(), "", end.cancelled());
        }
        return end;
    }

    /** Asks the daemon to stop it; the daemon refuses if it {@linkplain OperationInfo#mayCancel may not be cancelled}. */
    public void cancel(Deadline deadline) {
        daemon.send("cancelling: " + tried, "DELETE", path(), null, deadline);
    }

    String path() {
        return "/1.0/operations/" + Paths.segment(started.id());
    }
}
