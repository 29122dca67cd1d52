package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotLabelTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "before-upgrade", "v1.2_3", "2026-11-30"})
    void a_word_is_a_label(String label) {
        assertThat(new SnapshotLabel(label).value()).isEqualTo(label);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-force", "--labl", ".hidden", "a b", "a/b", "a\u001b[31m", "ä", "../x"})
    void whatever_could_be_taken_for_something_else_is_refused(String label) {
        assertThatThrownBy(() -> new SnapshotLabel(label)).isInstanceOf(BoxFailure.Refused.class);
    }

    @Test
    void the_label_of_nobody_tells_when() {
        assertThat(SnapshotLabel.ofNow().value()).matches("manual-[0-9]{10,}");
        assertThatThrownBy(() -> new SnapshotLabel("a".repeat(64))).isInstanceOf(BoxFailure.Refused.class);
    }
}
