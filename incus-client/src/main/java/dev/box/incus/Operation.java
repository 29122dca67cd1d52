package dev.box.incus;

import dev.box.incus.wire.WebSocket;
import io.avaje.json.JsonException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Work that the daemon goes on with after it answered. Letting go of this handle does not stop it. */
public final class Operation {

    /** How long silence on the event stream is trusted before the daemon is asked. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

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

    /**
     * As it is now.
     *
     * @throws IncusException.OperationLost if the daemon has ended meanwhile: operations are in its memory only
     */
    public OperationInfo refresh(Deadline deadline) {
        try {
            return daemon.get(tried, path(), Codec.type(OperationInfo.class), deadline)
                    .value();
        } catch (IncusException.NotFound e) {
            throw new IncusException.OperationLost(
                    tried,
                    "the daemon ended in the middle of it, and the one that runs now knows nothing of it ("
                            + e.answered() + ")",
                    Failures.LOG);
        }
    }

    /**
     * Waits for its end without looking at progress.
     *
     * @return how it ended, with its results in {@code metadata}
     * @throws IncusException.OperationFailed if it ended badly
     * @throws IncusException.OperationLost if the daemon ended first
     * @throws IncusException.TimedOut if the deadline came first; it goes on unless it is cancelled
     */
    public OperationInfo await(Deadline deadline) {
        return judge(end(deadline), deadline);
    }

    /** How it ended, well or not; a command's exit status is in there either way. */
    OperationInfo end(Deadline deadline) {
        OperationInfo end;
        try {
            end = daemon.get(tried, path() + "/wait", Codec.type(OperationInfo.class), deadline)
                    .value();
        } catch (IncusException.TimedOut e) {
            throw timedOut(deadline);
        } catch (IncusException.Rejected | IncusException.Conflict | IncusException.NotFound e) {
            // A failed operation answers as if the waiting had failed; the operation itself knows more.
            end = refresh(deadline);
        } catch (IncusException.TransportFailed e) {
            // Most often the daemon ended; the one that comes after it says so.
            end = refresh(deadline);
            if (!end.ended()) {
                throw e;
            }
        }
        if (!end.ended()) {
            throw timedOut(deadline);
        }
        return end;
    }

    /**
     * Waits for its end.
     *
     * @param listener called on this thread as soon as the daemon tells progress
     * @return how it ended, with its results in {@code metadata}
     * @throws IncusException.OperationFailed if it ended badly
     * @throws IncusException.OperationLost if the daemon ended first
     * @throws IncusException.TimedOut if the deadline came first; it goes on unless it is cancelled
     */
    public OperationInfo await(Deadline deadline, Consumer<OperationProgress> listener) {
        OperationInfo now = started;
        try (WebSocket events = daemon.openWebSocket("/1.0/events?type=operation", deadline)) {
            // Asked after the stream is open, so that no end falls between the two.
            now = refresh(deadline);
            while (!now.ended() && !deadline.expired()) {
                OperationProgress.of(now).ifPresent(listener);
                OperationInfo news = next(events, deadline);
                now = news == null ? refresh(deadline) : news;
            }
        } catch (IOException | JsonException e) {
            if (deadline.expired()) {
                throw timedOut(deadline);
            }
            return await(deadline); // progress is lost, the end is not
        } catch (IncusException.TimedOut e) {
            throw timedOut(deadline);
        }
        return judge(now, deadline);
    }

    /** The next event about this operation; null if the stream was silent for a while. */
    private @Nullable OperationInfo next(WebSocket events, Deadline deadline) throws IOException {
        Deadline silence = deadline.within(SILENCE);
        while (!silence.expired()) {
            WebSocket.Message message;
            try {
                message = events.read(silence::remaining, deadline::remaining);
            } catch (java.net.SocketTimeoutException e) {
                return null;
            }
            if (message == null) {
                throw new IOException("the daemon ended the event stream");
            }
            OperationInfo info = OperationEvents.parse(message.content(), started.id());
            if (info != null) {
                return info;
            }
        }
        return null;
    }

    private OperationInfo judge(OperationInfo end, Deadline deadline) {
        if (!end.ended()) {
            throw timedOut(deadline);
        }
        if (!end.succeeded()) {
            throw Failures.ended(tried, end);
        }
        return end;
    }

    private IncusException.TimedOut timedOut(Deadline deadline) {
        return new IncusException.TimedOut(
                tried,
                "the daemon was not done within " + deadline.budget().toMillis() + " ms and goes on with it",
                "look at it: incus operation show " + started.id());
    }

    /** Asks the daemon to stop it; the daemon refuses if it {@linkplain OperationInfo#mayCancel may not be cancelled}. */
    public void cancel(Deadline deadline) {
        daemon.send("cancelling: " + tried, "DELETE", path(), null, deadline);
    }

    String path() {
        return "/1.0/operations/" + Paths.segment(started.id());
    }
}
