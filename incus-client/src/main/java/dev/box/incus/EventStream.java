package dev.box.incus;

import java.util.Set;
import java.util.function.Consumer;

/** An open stream of events. */
public final class EventStream implements AutoCloseable {

    private EventStream() {}

    static EventStream open(Daemon daemon, Set<String> types, Consumer<Event> listener, Deadline deadline) {
        throw new UnsupportedOperationException("events");
    }

    @Override
    public void close() {}
}
