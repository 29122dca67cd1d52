package dev.box.core.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourcesTest {

    @Test
    void what_is_said_wins_value_by_value() {
        Resources merged = new Resources("4", "", "")
                .orElse(new Resources("2", "1GiB", ""))
                .orElse(new Resources("1", "2GiB", "9GiB"));
        assertThat(merged).isEqualTo(new Resources("4", "1GiB", "9GiB"));
    }

    @ParameterizedTest
    @CsvSource({
        "0,1GiB,1GiB",
        "two,1GiB,1GiB",
        "-1,1GiB,1GiB",
        "1,1,1GiB",
        "1,GiB,1GiB",
        "1,1gib,1GiB",
        "1,1GiB,50%",
        "1,01GiB,1GiB"
    })
    void refuses_what_no_box_can_be_made_with(String cpu, String memory, String disk) {
        assertThatThrownBy(() -> new Resources(cpu, memory, disk).checked()).isInstanceOf(BoxFailure.Refused.class);
    }

    @Test
    void unset_is_fine() {
        assertThat(Resources.UNSET.checked()).isSameAs(Resources.UNSET);
        assertThat(new Resources("2", "512MiB", "10GB").checked().memory()).isEqualTo("512MiB");
    }
}
