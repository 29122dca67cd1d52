package dev.box.lab.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReflectorTest {

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private Reflector reflector;
    private ReflectorClient client;

    @BeforeEach
    void start() throws IOException {
        reflector = Reflector.start(new InetSocketAddress(LOOPBACK, 0));
        client = new ReflectorClient(reflector.address());
    }

    @AfterEach
    void stop() throws IOException {
        reflector.close();
    }

    @Test
    void aListeningPortIsReachedAndAClosedOneRefuses() throws IOException {
        int port;
        try (ServerSocket peer = new ServerSocket(0, 5, LOOPBACK)) {
            port = peer.getLocalPort();
            assertThat(attempt(Attempt.Protocol.TCP, port).outcome()).isEqualTo(Attempted.Outcome.REACHED);
        }
        assertThat(attempt(Attempt.Protocol.TCP, port).outcome()).isEqualTo(Attempted.Outcome.REFUSED);
    }

    @Test
    void aSilentDatagramPortTimesOutAndAClosedOneRefuses() throws IOException {
        int port;
        try (DatagramSocket peer = new DatagramSocket(0, LOOPBACK)) {
            port = peer.getLocalPort();
            assertThat(attempt(Attempt.Protocol.UDP, port).outcome()).isEqualTo(Attempted.Outcome.TIMED_OUT);
        }
        assertThat(attempt(Attempt.Protocol.UDP, port).outcome()).isEqualTo(Attempted.Outcome.REFUSED);
    }

    @Test
    void nonsenseIsAFailedCheckAndNeverAVerdict() throws IOException {
        Attempt name = new Attempt(Attempt.Protocol.TCP, "localhost", 1, 100);
        assertThat(client.attempt(name, Deadline.seconds(10)).outcome()).isEqualTo(Attempted.Outcome.CHECK_FAILED);

        try (Socket raw = new Socket(LOOPBACK, reflector.address().getPort())) {
            raw.getOutputStream().write("hello\n".getBytes(StandardCharsets.UTF_8));
            String answer = new String(raw.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("{\"outcome\":");
        }
    }

    @Test
    void aReflectorThatIsGoneSaysNothingAboutThePeer() throws IOException {
        reflector.close();

        assertThatThrownBy(() -> attempt(Attempt.Protocol.TCP, 1)).isInstanceOf(BoxFailure.Unjudged.class);
    }

    @Test
    void pingsOwnWordsDecide() {
        assertThat(Reflector.pingOutcome(0, "1 packets transmitted, 1 received, 0% packet loss"))
                .isEqualTo(Attempted.Outcome.REACHED);
        assertThat(Reflector.pingOutcome(1, "1 packets transmitted, 0 received, 100% packet loss"))
                .isEqualTo(Attempted.Outcome.TIMED_OUT);
        assertThat(Reflector.pingOutcome(1, "From 10.0.0.1 icmp_seq=1 Destination Host Unreachable\n1 packets"))
                .isEqualTo(Attempted.Outcome.UNREACHABLE);
        assertThat(Reflector.pingOutcome(1, "From 10.0.0.1 icmp_seq=1 Packet filtered"))
                .isEqualTo(Attempted.Outcome.PROHIBITED);
        assertThat(Reflector.pingOutcome(2, "ping: socket: Operation not permitted"))
                .isEqualTo(Attempted.Outcome.PROHIBITED);
        assertThat(Reflector.pingOutcome(2, "ping: usage error")).isEqualTo(Attempted.Outcome.CHECK_FAILED);
    }

    private Attempted attempt(Attempt.Protocol protocol, int port) {
        return client.attempt(new Attempt(protocol, "127.0.0.1", port, 300), Deadline.seconds(10));
    }
}
