package dev.box.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvFileTest {

    private enum Key {
        CPU,
        USER,
        NOT_HERE
    }

    private static Map<Key, String> parse(String text) {
        return EnvFile.parse("some.env", text, Key.class, List.of(Key.CPU, Key.USER), "there is no key for a network");
    }

    @Test
    void reads_keys_comments_and_blank_lines() {
        assertThat(parse("# hi\n\n  CPU=\"2\"\nUSER=\"dev\"  \n"))
                .containsEntry(Key.CPU, "2")
                .containsEntry(Key.USER, "dev")
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NETWORK", "NOT_HERE"})
    void refuses_a_key_that_is_not_known_here_by_its_name_and_its_line(String key) {
        assertThatThrownBy(() -> parse("\n" + key + "=\"lan\""))
                .isInstanceOf(BoxFailure.Refused.class)
                .message()
                .isEqualTo("reading some.env line 2: unknown key '" + key + "' — there is no key for a network");
    }

    @Test
    void runs_nothing() {
        assertThat(parse("USER=\"$(touch /x) `id` $HOME ; rm\""))
                .containsEntry(Key.USER, "$(touch /x) `id` $HOME ; rm");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CPU=2",
                "CPU='2'",
                "CPU=\"2",
                "CPU=\"",
                "CPU=\"2\" USER=\"x\"",
                "CPU = \"2\"",
                "export CPU=\"2\"",
                "cpu=\"2\"",
                "=\"2\"",
                "CPU",
                "USER=\"a\u001b[2Jb\"",
                "CPU=\"2\"\nCPU=\"3\""
            })
    void refuses_every_line_that_is_not_plainly_a_known_key_and_a_quoted_value(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(BoxFailure.Refused.class);
    }
}
