package dev.box.core.progress;

import dev.box.incus.Deadline;

/** A listener for steps of work that may last longer than a second. Implementations are thread-safe. */
public interface Progress {

    /** Opens a step, e.g. {@code waiting for an address}; the deadline, if any, is shown beside the elapsed time. */
    Step step(String what, Deadline deadline);

    /** A remark that belongs to no step, e.g. a loud note that container mode is weaker. */
    void note(String message);

    /** Something that the user should know and that is not a failure. */
    void warn(String message);

    /** One open step; exactly one of {@link #done} or {@link #failed} ends it, and closing an open one fails it. */
    interface Step extends AutoCloseable {
        /** A changing detail, e.g. {@code 43%}. */
        void update(String detail);

        /** Ends it well; {@code result} may be empty, e.g. {@code 10.88.0.17}. */
        void done(String result);

        void failed(String reason);

        @Override
        void close();
    }

    /** Says nothing. */
    static Progress silent() {
        return SilentProgress.INSTANCE;
    }
}
