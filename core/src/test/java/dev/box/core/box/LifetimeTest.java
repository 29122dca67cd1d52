package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LifetimeTest {

    @Test
    void a_lifetime_is_a_whole_number_and_a_unit() {
        assertThat(Lifetime.parse("90s")).isEqualTo(Duration.ofSeconds(90));
        assertThat(Lifetime.parse("30m")).isEqualTo(Duration.ofMinutes(30));
        assertThat(Lifetime.parse("12h")).isEqualTo(Duration.ofHours(12));
        assertThat(Lifetime.parse("7d")).isEqualTo(Duration.ofDays(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "d", "0s", "-1h", "1.5h", "1w", "99999d", "1 h", "1000000000s", "\u0661h"})
    void anything_else_is_refused(String text) {
        assertThatThrownBy(() -> Lifetime.parse(text)).isInstanceOf(BoxFailure.Refused.class);
    }

    @Test
    void what_is_written_on_a_box_reads_back_and_nothing_means_never() {
        String end = Lifetime.endOf(Duration.ofHours(1));
        assertThat(Lifetime.end(Map.of(StampKey.EXPIRES.key(), end)).orElseThrow())
                .isBetween(Instant.now().plusSeconds(3500), Instant.now().plusSeconds(3601));
        assertThat(Lifetime.end(Map.of())).isEmpty();
        assertThat(Lifetime.end(Map.of(StampKey.EXPIRES.key(), "soon"))).isEmpty();
    }
}
