package dev.box.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StandardStreamsTest {

    @Test
    void aPseudoTerminalIsATerminal() {
        // the multiplexer's own number is 5:2, one of the terminal numbers, on every Linux machine
        assertThat(StandardStreams.isTerminal(Path.of("/dev/ptmx"))).isTrue();
    }

    @Test
    void otherDevicesAndFilesAreNot() {
        assertThat(StandardStreams.isTerminal(Path.of("/dev/null"))).isFalse();
        assertThat(StandardStreams.isTerminal(Path.of("/dev/urandom"))).isFalse();
        assertThat(StandardStreams.isTerminal(Path.of("/etc/passwd"))).isFalse();
        assertThat(StandardStreams.isTerminal(Path.of("/nonexistent"))).isFalse();
    }
}
