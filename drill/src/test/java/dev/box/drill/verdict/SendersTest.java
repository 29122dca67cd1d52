package dev.box.drill.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendersTest {

    @ParameterizedTest
    @CsvSource({
        "answer, '', REACHED",
        "silence, '', TIMED_OUT",
        "name, '', NAME_FAILED",
        "error, ECONNREFUSED, REFUSED",
        "error, ECONNRESET, REFUSED",
        "error, ETIMEDOUT, TIMED_OUT",
        "error, EHOSTUNREACH, UNREACHABLE",
        "error, ENETUNREACH, UNREACHABLE",
        "error, EPERM, PROHIBITED",
        "error, EACCES, PROHIBITED",
        "crash, '', CHECK_FAILED",
    })
    void readsTheKernelsWord(String event, String errno, Sender sender) {
        assertThat(Senders.of(event, errno)).isEqualTo(sender);
    }

    @Test
    void whatItDoesNotKnowIsAFailedCheckAndNeverBlocked() {
        assertThat(Senders.of("error", "EADDRINUSE")).isEqualTo(Sender.CHECK_FAILED);
        assertThat(Senders.of("error", "")).isEqualTo(Sender.CHECK_FAILED);
        assertThat(Senders.of("blocked", "")).isEqualTo(Sender.CHECK_FAILED);
        assertThat(Senders.of("crash", "ETIMEDOUT")).isEqualTo(Sender.CHECK_FAILED);
    }
}
