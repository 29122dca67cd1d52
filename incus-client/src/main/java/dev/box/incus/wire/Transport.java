package dev.box.incus.wire;

import java.io.IOException;

/** Sends requests to one daemon. Thread-safe; holds no connection between requests. */
public interface Transport {

    /**
     * Connects, sends the request at once and returns when the answer's headers are there.
     *
     * @param time for all of it, reading the answer's body included
     * @param patience asked while nothing has come back
     * @throws ConnectFailed if no connection came about
     * @throws NoAnswer if nothing came back in time
     * @throws java.net.SocketTimeoutException if the time was up later
     * @throws IOException if the connection broke
     */
    Response send(Request request, TimeLeft time, Patience patience) throws IOException;

    /** Opens a WebSocket at a path and query; throws as {@link #send} and {@link WebSocket.Refused}. */
    WebSocket openWebSocket(String target, TimeLeft time, Patience patience) throws IOException;
}
