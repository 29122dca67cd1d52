package dev.box.core.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.incus.Deadline;
import dev.box.incus.IncusException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PollTest {

    private static final IncusException.TimedOut NO_TIME_LEFT = new IncusException.TimedOut("asking", "no answer", "");

    @Test
    void a_last_question_that_had_no_time_left_counts_as_not_yet() {
        AtomicInteger asked = new AtomicInteger();
        Deadline deadline = Deadline.after(Duration.ofMillis(20));
        assertThat(Poll.until("waiting", deadline, 1, () -> {
                    asked.incrementAndGet();
                    if (deadline.expired()) {
                        throw NO_TIME_LEFT;
                    }
                    return Optional.empty();
                }))
                .isEmpty();
        assertThat(asked).hasValueGreaterThan(1);
    }

    @Test
    void a_daemon_that_never_answered_is_told() {
        assertThatThrownBy(() -> Poll.until("waiting", Deadline.after(Duration.ZERO), () -> {
                    throw NO_TIME_LEFT;
                }))
                .isSameAs(NO_TIME_LEFT);
    }

    @Test
    void a_question_with_a_shorter_limit_of_its_own_fails_as_itself() {
        AtomicInteger asked = new AtomicInteger();
        assertThatThrownBy(() -> Poll.until("waiting", Deadline.seconds(60), 1, () -> {
                    if (asked.incrementAndGet() > 1) {
                        throw NO_TIME_LEFT;
                    }
                    return Optional.empty();
                }))
                .isSameAs(NO_TIME_LEFT);
    }
}
