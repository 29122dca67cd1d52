package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoxNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "Z9", "work-2", "a123456789a123456789a123456789a123456789a123456789a123456789abc"})
    void takes_what_incus_takes(String name) {
        assertThat(BoxName.of(name).value()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1a",
                "-a",
                "a-",
                "a_b",
                "a.b",
                "a/b",
                "a b",
                "ä",
                "a?project=x",
                "a\n",
                "a123456789a123456789a123456789a123456789a123456789a123456789abcd"
            })
    void refuses_everything_else(String name) {
        assertThatThrownBy(() -> BoxName.of(name)).isInstanceOf(BoxFailure.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001b[2Jx", "a\u001b]0;t\u0007"})
    void says_a_bad_name_without_its_escape_sequences(String name) {
        assertThatThrownBy(() -> BoxName.of(name)).message().doesNotContain("\u001b");
    }
}
