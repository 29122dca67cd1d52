package dev.box.incus;

import dev.box.incus.wire.WebSocket;
import io.avaje.json.JsonException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/** An open stream of events. It ends when it is closed, when the daemon goes away or when the listener throws. */
public final class EventStream implements AutoCloseable {

    private final WebSocket socket;
    private final Thread thread;
    private volatile boolean closed;

    private EventStream(WebSocket socket, Consumer<Event> listener) {
        this.socket = socket;
        this.thread = Thread.ofPlatform().daemon().name("incus-events").start(() -> pump(listener));
    }

    static EventStream open(Daemon daemon, Set<String> types, Consumer<Event> listener, Deadline deadline) {
        try {
            String query = types.isEmpty() ? "" : "?type=" + String.join(",", types);
            return new EventStream(daemon.openWebSocket("/1.0/events" + query, deadline), listener);
        } catch (IOException e) {
            throw Failures.of("listening to the daemon's events", daemon, e, deadline);
        }
    }

    private void pump(Consumer<Event> listener) {
        try {
            WebSocket.Message message = socket.read(() -> Duration.ofDays(365));
            while (message != null && !closed) {
                listener.accept(Codec.type(Event.class).fromJson(message.content()));
                message = socket.read(() -> Duration.ofDays(365));
            }
        } catch (IOException | JsonException e) {
            // ended() tells; a consumer that needs a fact asks the daemon for it
        } finally {
            closed = true;
            socket.close();
        }
    }

    /** Whether nothing will come any more. */
    public boolean ended() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        socket.close();
        if (Thread.currentThread() != thread) {
            try {
                thread.join(Duration.ofSeconds(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
