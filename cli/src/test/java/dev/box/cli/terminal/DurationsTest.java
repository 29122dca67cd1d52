package dev.box.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({"59600, 60 s", "599000, 599 s", "1800000, 30 min", "54000000, 15 h"})
    void aLimitIsToldInTheUnitThatFits(long millis, String told) {
        assertThat(Durations.limit(Duration.ofMillis(millis))).isEqualTo(told);
    }
}
