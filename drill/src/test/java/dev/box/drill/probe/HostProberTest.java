package dev.box.drill.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.contract.ProbeKind;
import dev.box.drill.plan.Tokens;
import dev.box.drill.verdict.Sender;
import dev.box.incus.Deadline;
import org.junit.jupiter.api.Test;

class HostProberTest {

    private final HostProber prober = new HostProber();
    private final Tokens tokens = new Tokens();

    @Test
    void aPortWithAListenerIsReachedAndOneWithoutRefuses() {
        int closed;
        try (EchoPort echo = EchoPort.open()) {
            closed = echo.port();
            assertThat(probe(ProbeKind.TCP, echo.port()).sender()).isEqualTo(Sender.REACHED);
            assertThat(probe(ProbeKind.UDP, echo.port()).sender()).isEqualTo(Sender.REACHED);
        }
        assertThat(probe(ProbeKind.TCP, closed).sender()).isEqualTo(Sender.REFUSED);
        assertThat(probe(ProbeKind.UDP, closed).sender()).isEqualTo(Sender.REFUSED);
    }

    @Test
    void anErrorThatItDoesNotKnowIsAFailedCheck() {
        assertThat(HostProber.errno(new java.io.IOException("Too many open files")))
                .isEmpty();
    }

    private Answer probe(ProbeKind kind, int port) {
        return prober.probe(kind, "127.0.0.1", port, tokens.take(), Deadline.seconds(5));
    }
}
