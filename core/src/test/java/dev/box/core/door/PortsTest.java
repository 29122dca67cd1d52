package dev.box.core.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortsTest {

    @Test
    void aPortIsANumberFrom1To65535() {
        assertThat(Ports.parse("1", "port")).isEqualTo(1);
        assertThat(Ports.parse("65535", "port")).isEqualTo(65_535);
        for (String bad :
                List.of("", "0", "65536", "99999", "123456", "-1", "+80", "8o", "80 ", "٣", "0x50", "80/udp")) {
            assertThatThrownBy(() -> Ports.parse(bad, "port")).as(bad).isInstanceOf(BoxFailure.Refused.class);
        }
    }

    @Test
    void aBusyPortIsRefusedWhereverItsListenerListens() throws IOException {
        for (String address : List.of("127.0.0.1", "0.0.0.0", "::")) {
            try (ServerSocket taken = new ServerSocket()) {
                taken.bind(new InetSocketAddress(address, 0));
                assertThatThrownBy(() -> Ports.requireFree(taken.getLocalPort(), List.of(), "advice"))
                        .as(address)
                        .isInstanceOf(BoxFailure.Refused.class)
                        .hasMessageContaining("busy");
            }
        }
        int gone;
        try (ServerSocket closed = new ServerSocket()) {
            closed.bind(new InetSocketAddress(Ports.loopback(), 0));
            gone = closed.getLocalPort();
        }
        Ports.requireFree(gone, List.of(), "advice");
    }

    @Test
    void aReservedPortIsRefused() {
        assertThatThrownBy(() -> Ports.requireFree(1023, List.of(), "advice"))
                .isInstanceOf(BoxFailure.Refused.class)
                .hasMessageContaining("reserved");
    }

    @Test
    void aProxyListensOnEveryPortOfItsList() {
        assertThat(Ports.listens("tcp:127.0.0.1:8080", 8080)).isTrue();
        assertThat(Ports.listens("tcp:127.0.0.1:8080", 8081)).isFalse();
        assertThat(Ports.listens("tcp:0.0.0.0:80,8000-8090", 8080)).isTrue();
        assertThat(Ports.listens("tcp:0.0.0.0:80,8000-8090", 8091)).isFalse();
        assertThat(Ports.listens("unix:/run/x", 80)).isFalse();
    }
}
