package dev.box.core.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoxEnvTest {

    @Test
    void reads_keys_comments_and_blank_lines() {
        assertThat(BoxEnv.parse("box.env", "# hi\n\n  BOX_CPU=\"2\"\nBOX_USER=\"dev\"  \n"))
                .containsEntry(TemplateKey.BOX_CPU, "2")
                .containsEntry(TemplateKey.BOX_USER, "dev")
                .hasSize(2);
    }

    @Test
    void refuses_an_unknown_key_by_name_and_says_why_there_is_none_for_a_network() {
        assertThatThrownBy(() -> BoxEnv.parse("box.env", "BOX_NETWORK=\"lan\""))
                .isInstanceOf(BoxFailure.Refused.class)
                .message()
                .contains(
                        "unknown key 'BOX_NETWORK' — a template sets image, user, resources and provisioning; there is no key for a network");
    }

    @Test
    void runs_nothing() {
        assertThat(BoxEnv.parse("box.env", "BOX_DESCRIPTION=\"$(touch /x) `id` $HOME ; rm\""))
                .containsEntry(TemplateKey.BOX_DESCRIPTION, "$(touch /x) `id` $HOME ; rm");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BOX_CPU=2",
                "BOX_CPU='2'",
                "BOX_CPU=\"2",
                "BOX_CPU=\"",
                "BOX_CPU=\"2\" BOX_USER=\"x\"",
                "BOX_CPU = \"2\"",
                "export BOX_CPU=\"2\"",
                "box_cpu=\"2\"",
                "=\"2\"",
                "BOX_CPU",
                "BOX_DESCRIPTION=\"a\u001b[2Jb\"",
                "BOX_CPU=\"2\"\nBOX_CPU=\"3\""
            })
    void refuses_every_line_that_is_not_plainly_a_known_key_and_a_quoted_value(String text) {
        assertThatThrownBy(() -> BoxEnv.parse("box.env", text)).isInstanceOf(BoxFailure.Refused.class);
    }
}
