package dev.box.incus.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.incus.FakeDaemon;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Frames as RFC 6455 writes them, and frames as it forbids them, against a fake that sends bytes. */
class WebSocketTest {

    private static final TimeLeft SOON = () -> Duration.ofSeconds(5);
    private static final String UPGRADE =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nconnection: Upgrade\r\nSEC-WEBSOCKET-ACCEPT: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

    private final BlockingQueue<String> received = new ArrayBlockingQueue<>(10);

    private FakeDaemon sending(String hexFrames) {
        return FakeDaemon.scripted(client -> {
            FakeDaemon.readHead(client);
            FakeDaemon.write(client, UPGRADE);
            FakeDaemon.write(client, HexFormat.of().parseHex(hexFrames.replace(" ", "")));
            listen(client);
        });
    }

    private void listen(SocketChannel client) throws IOException {
        ByteBuffer frames = ByteBuffer.allocate(100_000);
        while (client.read(frames) > 0) {
            received.offer(unmask(frames));
            frames.clear();
        }
    }

    /** The first frame's opcode and payload, unmasked, as hex; only frames shorter than 126 bytes. */
    private static String unmask(ByteBuffer frame) {
        byte[] bytes = frame.array();
        int length = bytes[1] & 0x7f;
        StringBuilder out =
                new StringBuilder(HexFormat.of().toHexDigits(bytes[0])).append((bytes[1] & 0x80) == 0 ? "!" : ":");
        for (int i = 0; i < length; i++) {
            out.append(HexFormat.of().toHexDigits((byte) (bytes[6 + i] ^ bytes[2 + (i & 3)])));
        }
        return out.toString();
    }

    private static WebSocket open(FakeDaemon daemon) throws IOException {
        return WebSocket.open(daemon.socket(), List.of("/ws"), SOON, Patience.endless())
                .getFirst();
    }

    @Test
    void whole_fragmented_and_long_messages() throws Exception {
        String fragments = "02 02 0102  89 01 70  00 01 03  80 01 04"; // binary in three pieces, a ping between
        String longText = "81 7e 0080" + "61".repeat(128);
        try (FakeDaemon daemon = sending("81 02 6869" + fragments + longText + "82 00" + "88 02 03e8");
                WebSocket socket = open(daemon)) {
            assertThat(socket.read(SOON)).satisfies(m -> assertThat(m.string()).isEqualTo("hi"));
            assertThat(socket.read(SOON)).satisfies(m -> assertThat(m.content()).containsExactly(1, 2, 3, 4));
            assertThat(received.poll(5, TimeUnit.SECONDS))
                    .as("the pong, masked")
                    .isEqualTo("8a:70");
            assertThat(socket.read(SOON)).satisfies(m -> assertThat(m.string()).isEqualTo("a".repeat(128)));
            assertThat(socket.read(SOON)).satisfies(m -> assertThat(m.content()).isEmpty());
            assertThat(socket.read(SOON)).as("after close").isNull();
            assertThat(received.poll(5, TimeUnit.SECONDS))
                    .as("the close, answered")
                    .isEqualTo("88:03e8");
        }
    }

    @Test
    void what_is_sent_is_masked() throws Exception {
        try (FakeDaemon daemon = sending("");
                WebSocket socket = open(daemon)) {
            socket.sendText("hello", SOON);
            assertThat(received.poll(5, TimeUnit.SECONDS)).isEqualTo("81:68656c6c6f");
            socket.sendBinary(new byte[] {9, 8, 7}, 1, 2, SOON);
            assertThat(received.poll(5, TimeUnit.SECONDS)).isEqualTo("82:0807");
        }
    }

    @Test
    void last_words_are_read_although_a_ping_before_them_cannot_be_answered() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        try (FakeDaemon daemon = FakeDaemon.scripted(client -> {
                    FakeDaemon.readHead(client);
                    FakeDaemon.write(client, UPGRADE);
                    FakeDaemon.write(client, HexFormat.of().parseHex("8900" + "82026869"));
                    client.close();
                    gone.countDown();
                });
                WebSocket socket = open(daemon)) {
            assertThat(gone.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(socket.read(SOON)).satisfies(m -> assertThat(m.string()).isEqualTo("hi"));
            assertThat(socket.read(SOON)).isNull();
        }
    }

    @Test
    void forbidden_frames_are_refused() throws Exception {
        for (String bad : new String[] {
            "81 82 00000000 6869", // masked by a server
            "c1 00", // reserved bit
            "80 00", // continuation of nothing
            "01 01 61 81 01 62", // a new message inside one
            "83 00", // unknown opcode
            "82 7f 7fffffffffffffff", // absurd length
            "82 05 0102" // ends inside: the fake closes below
        }) {
            try (FakeDaemon daemon = FakeDaemon.scripted(client -> {
                        FakeDaemon.readHead(client);
                        FakeDaemon.write(client, UPGRADE);
                        FakeDaemon.write(client, HexFormat.of().parseHex(bad.replace(" ", "")));
                        client.close();
                    });
                    WebSocket socket = open(daemon)) {
                assertThatThrownBy(() -> socket.read(SOON)).as(bad).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void silence_between_messages_can_be_waited_through() throws Exception {
        try (FakeDaemon daemon = sending("");
                WebSocket socket = open(daemon)) {
            assertThatThrownBy(() -> socket.read(TimeLeftOf.millis(50), SOON))
                    .isInstanceOf(java.net.SocketTimeoutException.class);
            socket.sendText("still here", SOON);
            assertThat(received.poll(5, TimeUnit.SECONDS)).startsWith("81:");
        }
    }

    @Test
    void a_refused_handshake_tells_its_status_and_a_foreign_one_is_not_taken() throws Exception {
        try (FakeDaemon daemon = FakeDaemon.answering("HTTP/1.1 404 Not Found\r\n\r\n")) {
            assertThatThrownBy(() -> open(daemon))
                    .isInstanceOfSatisfying(
                            WebSocket.Refused.class, e -> assertThat(e.status()).isEqualTo(404));
        }
        try (FakeDaemon daemon =
                FakeDaemon.answering("HTTP/1.1 101 X\r\nSec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n")) {
            assertThatThrownBy(() -> open(daemon)).hasMessageContaining("not ours");
        }
    }

    /** A deadline for tests in this package, which knows no other. */
    private static final class TimeLeftOf {
        static TimeLeft millis(long millis) {
            long end = System.nanoTime() + millis * 1_000_000;
            return () -> Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        }
    }
}
