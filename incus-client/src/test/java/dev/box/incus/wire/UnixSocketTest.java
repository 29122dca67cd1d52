package dev.box.incus.wire;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnixSocketTest {

    @Test
    void connects_with_its_first_bytes_and_not_before() throws Exception {
        try (UnixSocket socket =
                new UnixSocket(Path.of("/no/such/socket"), () -> Duration.ofSeconds(1), Patience.endless())) {
            socket.getInputStream();
            assertThatThrownBy(() -> socket.getOutputStream().write(new byte[] {'G'}))
                    .isInstanceOf(ConnectFailed.class);
        }
    }
}
