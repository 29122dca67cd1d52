package dev.box.incus.wire;

import java.io.IOException;

/** Sends requests to one daemon. Thread-safe. */
public interface Transport extends AutoCloseable {

    /**
     * Connects, sends the request at once and returns when the answer's headers are there.
     *
     * @throws ConnectFailed if no connection came about
     * @throws java.net.SocketTimeoutException if the time was up before the headers came
     * @throws IOException if the connection broke
     */
    Response send(Request request, TimeLeft time) throws IOException;

    @Override
    void close();
}
