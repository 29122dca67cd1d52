package dev.box.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaTest {

    @Test
    void whatIsNotNamedStaysAndNoneLifts() {
        assertThat(new Quota("4", "none", "", "").checked().keys())
                .isEqualTo(Map.of("limits.cpu", "4", "limits.memory", ""));
        assertThat(Quota.UNCHANGED.checked().keys()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "many", "1.5", "1 ", "0x2"})
    void aNumberOfBoxesIsAWholeNumber(String boxes) {
        Quota quota = new Quota("", "", "", boxes);
        assertThatThrownBy(quota::checked).isInstanceOf(BoxFailure.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lots", "4", "4 GiB", "-1GiB"})
    void aSizeHasAUnit(String size) {
        assertThatThrownBy(() -> new Quota("", size, "", "").checked()).isInstanceOf(BoxFailure.Refused.class);
        assertThatThrownBy(() -> new Quota("", "", size, "").checked()).isInstanceOf(BoxFailure.Refused.class);
    }
}
