package dev.box.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StepProgressTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ErrStream err = new ErrStream();

    /** Opens the latch when the live line has been drawn. */
    private static final class ErrStream extends ByteArrayOutputStream {
        final CountDownLatch drawn = new CountDownLatch(1);

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            if (toString(StandardCharsets.UTF_8).contains("at most")) {
                drawn.countDown();
            }
        }
    }

    @Test
    void withoutATerminalAStepIsOneLineWithoutControlCharacters() {
        Progress progress = terminal(false).progress(false);
        try (Progress.Step step = progress.step("waiting for an address", Deadline.seconds(60))) {
            step.update("nothing yet");
            step.done("10.88.0.17");
        }
        assertThat(said()).matches(" +\\d\\.\\d s  waiting for an address: 10\\.88\\.0\\.17\n");
    }

    @Test
    void onATerminalTheStepThatLastsIsShownWithItsDeadline() throws InterruptedException {
        Progress progress = terminal(true).progress(false);
        try (Progress.Step step = progress.step("waiting for an address", Deadline.seconds(60))) {
            step.update("nothing yet");
            err.drawn.await();
            step.done("10.88.0.17");
        }
        assertThat(said()).contains("s  waiting for an address: nothing yet (at most 60 s)");
        assertThat(said()).endsWith("s  waiting for an address: 10.88.0.17\n");
    }

    @Test
    void aStepThatNobodyEndedHasFailed() {
        try (Progress.Step step = terminal(false).progress(false).step("starting", Deadline.seconds(60))) {
            step.update("halfway");
        }
        assertThat(said()).endsWith("s  starting: failed\n");
    }

    @Test
    void aStepEndsOnce() {
        try (Progress.Step step = terminal(false).progress(false).step("starting", Deadline.seconds(60))) {
            step.done("");
            step.failed("late");
        }
        assertThat(said().lines()).hasSize(1);
    }

    @Test
    void quietKeepsWarningsOnly() {
        Progress progress = terminal(true).progress(true);
        progress.step("starting", Deadline.seconds(60)).done("");
        progress.note("container mode is the weaker boundary");
        progress.warn("the clock is wrong");
        assertThat(said()).isEqualTo("warning: the clock is wrong\n");
    }

    @Test
    void resultsGoToStdoutAndProgressDoesNot() {
        Terminal terminal = terminal(false);
        terminal.progress(false).note("a note");
        terminal.out("a result");
        terminal.flush();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a result\n");
        assertThat(said()).isEqualTo("a note\n");
    }

    private Terminal terminal(boolean tty) {
        return new Terminal(
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                new Terminal.Ttys(tty, tty, tty),
                Settings.of(Map.of("TERM", "xterm")));
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
