package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConsoleTailTest {

    private static String tail(String console) {
        return ConsoleTail.of(console.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void the_last_lines_are_shown_and_no_more() {
        String boot = IntStream.rangeClosed(1, 400).mapToObj(i -> "line " + i).collect(Collectors.joining("\r\n"));
        assertThat(tail(boot))
                .startsWith("; its console ends with:\nline 386\n")
                .endsWith("\nline 400")
                .doesNotContain("line 385");
    }

    @Test
    void nothing_that_a_guest_writes_reaches_the_terminal_as_a_control() {
        assertThat(tail("\u001b[2J\u001b[01;01H\u001b]0;owned\u0007[\u001b[0;1;31mFAILED\u001b[0m] agent\u0000\n"))
                .isEqualTo("; its console ends with:\n[FAILED] agent?");
    }

    @Test
    void what_firmware_clears_the_screen_with_leaves_no_lines() {
        assertThat(tail("\u001b[2J\r\n  \r\n\n")).isEmpty();
        assertThat(tail("")).isEmpty();
    }

    @Test
    void a_line_without_end_is_cut() {
        assertThat(tail("x".repeat(100_000))).hasSizeLessThan(300).endsWith("…");
    }
}
