package dev.box.core.door;

import dev.box.core.failure.BoxFailure;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;

/** Knocks at a door from where its users are. */
final class EndToEnd {

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final int KNOCK_MILLIS = 2000;

    private EndToEnd() {}

    /**
     * Whether a connection was accepted. A refusal is the box's own kernel's: the door works and nothing listens. Throws
     * {@link BoxFailure.Failed} if nothing comes back at all.
     */
    static boolean answers(Door door, Deadline deadline) {
        String tried = "connecting to " + Door.ADDRESS + ":" + door.hostPort();
        return Poll.until(tried, deadline.within(WAIT), () -> knock(door))
                .orElseThrow(() -> new BoxFailure.Failed(
                        tried,
                        "nothing came back from port " + door.port() + " of box '" + door.box() + "'",
                        "sudo box setup-host, then try again; a firewall inside the box may also drop it"));
    }

    private static Optional<Boolean> knock(Door door) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(Ports.loopback(), door.hostPort()), KNOCK_MILLIS);
            return Optional.of(true);
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        } catch (ConnectException e) {
            // "Connection timed out" and the like are silence; only a reset is an answer
            return String.valueOf(e.getMessage()).contains("refused") ? Optional.of(false) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
