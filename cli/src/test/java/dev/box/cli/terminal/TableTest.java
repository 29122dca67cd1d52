package dev.box.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAsWideAsTheirWidestCellAndAnEmptyCellIsADash() {
        Table table = new Table("NAME", "STATE", "IPV4")
                .row("work", "running", "10.88.0.17")
                .row("longer-name", "down", "");
        assertThat(table.toString()).isEqualTo("""
                NAME         STATE    IPV4
                work         running  10.88.0.17
                longer-name  down     -""");
    }

    @Test
    void aCellCannotCarryControlCharactersOrALineEnd() {
        assertThat(new Table("A").row("x\u001b[2Jy\nz").toString()).isEqualTo("A\nxy z");
    }

    @Test
    void anAgeIsGivenInItsLargestUnit() {
        assertThat(Durations.age(Duration.ofSeconds(45))).isEqualTo("45s");
        assertThat(Durations.age(Duration.ofMinutes(12))).isEqualTo("12m");
        assertThat(Durations.age(Duration.ofHours(7))).isEqualTo("7h");
        assertThat(Durations.age(Duration.ofDays(3))).isEqualTo("3d");
        assertThat(Durations.age(Duration.ofSeconds(-5))).isEqualTo("0s");
    }

    @Test
    void secondsHaveOneDecimal() {
        assertThat(Durations.seconds(Duration.ofMillis(3249))).isEqualTo("3.2 s");
        assertThat(Durations.column(Duration.ofMillis(60))).isEqualTo("   0.1 s");
    }
}
