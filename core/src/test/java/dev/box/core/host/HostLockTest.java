package dev.box.core.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLockTest {

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void theSecondWaitsUntilTheFirstIsThrough() throws InterruptedException {
        Path file = directory.resolve("run/box/host.lock");
        AtomicBoolean firstIsIn = new AtomicBoolean(true);
        AtomicBoolean together = new AtomicBoolean();
        CountDownLatch waiting = new CountDownLatch(1);
        Thread second;
        try (HostLock _ = HostLock.acquire(file, Progress.silent(), Deadline.seconds(60))) {
            second = Thread.ofPlatform().start(() -> {
                try (HostLock _ = HostLock.acquire(file, said(waiting), Deadline.seconds(60))) {
                    together.set(firstIsIn.get());
                }
            });
            waiting.await();
            firstIsIn.set(false);
        }
        second.join();
        assertThat(together).isFalse();
    }

    @Test
    void whoeverWaitsInVainChangesNothingAndIsToldWhomToLookFor() {
        Path file = directory.resolve("host.lock");
        try (HostLock _ = HostLock.acquire(file, Progress.silent(), Deadline.seconds(60))) {
            assertThatThrownBy(() -> HostLock.acquire(file, Progress.silent(), Deadline.after(Duration.ofMillis(200))))
                    .isInstanceOf(BoxFailure.Failed.class)
                    .message()
                    .contains("nothing was changed here");
        }
        HostLock.acquire(file, Progress.silent(), Deadline.seconds(60)).close();
    }

    /** Tells when somebody begins to wait. */
    private static Progress said(CountDownLatch latch) {
        return new Progress() {
            @Override
            public Step step(String what, Deadline deadline) {
                latch.countDown();
                return Progress.silent().step(what, deadline);
            }

            @Override
            public void note(String message) {}

            @Override
            public void warn(String message) {}
        };
    }
}
