package dev.box.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsentTest {

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    @Test
    void yesIsConsent() {
        demand(true, "y\n");
        demand(true, "YES\n");
        assertThat(screen.toString(StandardCharsets.UTF_8)).startsWith("delete box 'work'? [y/N] ");
    }

    @Test
    void anythingElseIsNot() {
        for (String answer : new String[] {"\n", "n\n", "yep\n", ""}) {
            assertThatThrownBy(() -> demand(true, answer))
                    .as("answer '%s'", answer)
                    .isInstanceOf(BoxFailure.Failed.class)
                    .hasMessageContaining("nothing changed");
        }
    }

    @Test
    void withoutATerminalItIsRefusedWithTheFlagThatConsents() {
        assertThatThrownBy(() -> demand(false, "y\n"))
                .isInstanceOfSatisfying(
                        BoxFailure.Refused.class,
                        refused -> assertThat(refused.advice()).contains("--force"));
    }

    private void demand(boolean tty, String typed) {
        PrintStream stream = new PrintStream(screen, false, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(stream, stream, new Terminal.Ttys(tty, tty, tty), Settings.of(Map.of()));
        InputStream keyboard = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        new Consent(terminal, keyboard).demand("deleting box 'work'", "delete box 'work'?", "--force");
    }
}
