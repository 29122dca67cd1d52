package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.ExecRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuestUserTest {

    @Test
    void a_command_runs_as_the_user_at_home_with_local_bin_on_its_path() {
        ExecRequest request = GuestUser.of("dev").command(List.of("claude", "--version"), "xterm-256color");
        assertThat(request.command()).startsWith("timeout", "--kill-after=2", "0", "sh", "-c");
        assertThat(request.command()).endsWith("dev", "claude", "--version");
        assertThat(request.environment()).containsEntry("HOME", "/home/dev").containsEntry("USER", "dev");
        assertThat(request.environment().get("PATH")).startsWith("/home/dev/.local/bin:");
        assertThat(request.cwd()).isEqualTo("/home/dev");
        assertThat(request.environment()).containsEntry("TERM", "xterm-256color");
        assertThat(request.interactive()).isFalse();
    }

    @Test
    void a_terminal_type_that_is_none_stays_outside() {
        assertThat(GuestUser.of("dev").command(List.of("true"), "x\u001b[2J").environment())
                .containsEntry("TERM", "xterm");
        assertThat(GuestUser.of("dev").command(List.of("true"), "").environment())
                .containsEntry("TERM", "xterm");
    }

    @Test
    void a_box_without_a_user_is_entered_as_root() {
        ExecRequest request = GuestUser.of("").command(List.of("id"), "xterm");
        assertThat(request.command()).containsExactly("timeout", "--kill-after=2", "0", "id");
        assertThat(request.environment()).containsEntry("HOME", "/root").containsEntry("LOGNAME", "root");
        assertThat(request.cwd()).isEqualTo("/root");
    }

    @Test
    void a_stamp_cannot_smuggle_an_option_or_a_path_in_as_the_user() {
        for (String name : List.of("--help", "a/../b", "a b", "1", "$(x)", "a\n")) {
            assertThatThrownBy(() -> GuestUser.of(name)).isInstanceOf(BoxFailure.Failed.class);
        }
    }

    @Test
    void a_shell_on_a_terminal_is_a_login_shell_that_owns_it() {
        ExecRequest request = GuestUser.of("dev").shell("xterm", 80, 24);
        assertThat(request.interactive()).isTrue();
        assertThat(request.command()).startsWith("sh", "-c").contains("chown -- \"$0\" \"$(tty)\"; exec \"$@\"");
        assertThat(request.command()).endsWith("--login", "dev");
    }
}
