package dev.box.incus.wire;

import java.io.IOException;
import java.util.List;

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

    /** Opens a WebSocket at each path and query, all or none; throws as {@link #send} and {@link WebSocket.Refused}. */
    List<WebSocket> openWebSockets(List<String> targets, TimeLeft time, Patience patience) throws IOException;
}
