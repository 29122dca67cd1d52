package dev.box.incus.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixChannelTest {

    /** Were it not so, Ctrl-C would wait for the daemon, and burn a processor meanwhile. */
    @Test
    void an_interrupt_ends_the_wait_for_an_answer(@TempDir Path directory) throws Exception {
        Path path = directory.resolve("s");
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.bind(UnixDomainSocketAddress.of(path));
            TimeLeft patient = () -> Duration.ofSeconds(60);
            UnixChannel channel = UnixChannel.connect(path, patient);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1), patient))
                    .isExactlyInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).as("the interrupt stays known").isTrue();
            channel.close();
        }
    }
}
