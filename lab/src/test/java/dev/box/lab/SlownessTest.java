package dev.box.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A round is 40 programs there and 400 here. */
class SlownessTest {

    @Test
    void whatAProgramCostsThereIsComparedWithWhatItCostsHere() {
        assertThat(Slowness.factor(List.of(1000L, 1100L, 1200L, 1300L), List.of(0L, 40L, 80L, 120L)))
                .isEqualTo(25);
    }

    @Test
    void oneRoundBesideOtherWorkDoesNotCount() {
        assertThat(Slowness.factor(
                        List.of(1000L, 1100L, 9000L, 9100L, 9200L, 9300L), List.of(0L, 400L, 440L, 480L, 520L, 560L)))
                .isEqualTo(25);
    }

    @Test
    void aMachineIsNeverQuickerThanThisOne() {
        assertThat(Slowness.factor(List.of(0L, 1L, 2L, 3L), List.of(0L, 40L, 80L, 120L)))
                .isEqualTo(1);
        assertThat(Slowness.factor(List.of(), List.of())).isEqualTo(1);
    }
}
