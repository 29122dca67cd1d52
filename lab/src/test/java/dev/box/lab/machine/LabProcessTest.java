package dev.box.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabProcessTest {

    @TempDir
    Path directory;

    @Test
    void aProcessIsKnownAgainFromItsFileUntilItEnds() throws Exception {
        Process child = new ProcessBuilder("sleep", "60").start();
        LabProcess.of(child.pid()).orElseThrow().save(directory.resolve("pid"));
        LabProcess known = LabProcess.load(directory.resolve("pid")).orElseThrow();
        assertThat(known.alive()).isTrue();

        known.kill();

        assertThat(child.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(known.alive()).isFalse();
    }

    @Test
    void anotherProcessUnderTheSameIdIsNotTakenForIt() throws IOException {
        Process child = new ProcessBuilder("sleep", "60").start();
        try {
            LabProcess real = LabProcess.of(child.pid()).orElseThrow();
            LabProcess reused = new LabProcess(real.pid(), real.startTicks() - 1);

            assertThat(reused.alive()).isFalse();
            reused.kill();
            assertThat(real.alive()).isTrue();
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void aFileThatHoldsNoProcessIsNone() throws IOException {
        java.nio.file.Files.writeString(directory.resolve("pid"), "12");
        assertThat(LabProcess.load(directory.resolve("pid"))).isEmpty();
        assertThat(LabProcess.load(directory.resolve("absent"))).isEmpty();
    }

    @Test
    void aProcessOfThisNamespaceIsNoFirstProcessOfAnother() {
        assertThat(LabProcess.depthAsInit(ProcessHandle.current().pid())).isZero();
    }

    @Test
    void processorTimeIsThatOfTheProcessAndOfItsChildrenThatEnded() {
        String stat = "12 (a b) c) S 1 12 12 0 -1 4194560 100 200 0 0 7 5 40 30 20 0 1 0 123 0 0";
        assertThat(LabProcess.ticks(stat)).contains(82L);
        assertThat(LabProcess.ticks("no such line")).isEmpty();
    }

    @Test
    void aProcessThatEndedHasNoProcessorTimeAnyMore() throws Exception {
        Process child = new ProcessBuilder("sleep", "60").start();
        LabProcess known = LabProcess.of(child.pid()).orElseThrow();
        assertThat(known.ticks()).isPresent();

        known.kill();

        assertThat(child.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(known.ticks()).isEmpty();
    }
}
