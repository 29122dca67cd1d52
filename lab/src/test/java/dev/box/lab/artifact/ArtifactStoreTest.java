package dev.box.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactStoreTest {

    @TempDir
    Path directory;

    private final AtomicInteger builds = new AtomicInteger();

    @Test
    void aThingIsBuiltOnceAndThenFound() throws IOException {
        Path first = get("one");
        Path second = get("one");

        assertThat(builds).hasValue(1);
        assertThat(second).isEqualTo(first);
        assertThat(Files.readString(second.resolve("content"))).isEqualTo("built 1");
    }

    @Test
    void anotherKeyIsNeverServedTheOldThing() throws IOException {
        get("one");

        assertThat(Files.readString(get("two").resolve("content"))).isEqualTo("built 2");
    }

    @Test
    void whoeverComesWhileItIsBuiltWaitsForIt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Path> builder = threads.submit(() -> store().get(
                            key("one"),
                            "it",
                            (into, step, until) -> {
                                begun.countDown();
                                await(go);
                                Files.writeString(into.resolve("content"), "built " + builds.incrementAndGet());
                            },
                            Progress.silent(),
                            Deadline.seconds(60)));
            begun.await();
            CountDownLatch waits = new CountDownLatch(1);
            Future<Path> other = threads.submit(() -> store().get(
                            key("one"),
                            "it",
                            (into, step, until) -> builds.incrementAndGet(),
                            onStep(waits),
                            Deadline.seconds(60)));
            waits.await();
            go.countDown();

            assertThat(other.get()).isEqualTo(builder.get());
            assertThat(builds).hasValue(1);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Progress onStep(CountDownLatch begun) {
        return new Progress() {
            @Override
            public Step step(String what, Deadline deadline) {
                begun.countDown();
                return Progress.silent().step(what, deadline);
            }

            @Override
            public void note(String message) {}

            @Override
            public void warn(String message) {}
        };
    }

    @Test
    void aBuildThatFailsHalfWayLeavesNothingThatLooksWhole() throws IOException {
        ArtifactStore.Builder broken = (into, step, until) -> {
            Files.writeString(into.resolve("content"), "half");
            throw new IOException("no space");
        };
        assertThatThrownBy(() -> store().get(key("one"), "it", broken, Progress.silent(), Deadline.seconds(10)))
                .hasMessageContaining("no space");

        assertThat(store().contents()).isEmpty();
        assertThat(Files.readString(get("one").resolve("content"))).isEqualTo("built 1");
    }

    @Test
    void whatIsSupersededGoesUnlessItIsInUseOrWasTakenLately() throws IOException {
        for (Path old : List.of(get("used"), get("old"))) {
            Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        }
        get("recent");
        get("now");

        store().prune(key("now"), place -> place.endsWith(key("used").directory()));

        assertThat(store().contents())
                .containsExactlyInAnyOrder(
                        key("used").directory(),
                        key("recent").directory(),
                        key("now").directory());
    }

    private Path get(String input) {
        return store().get(
                        key(input),
                        "it",
                        (into, step, until) ->
                                Files.writeString(into.resolve("content"), "built " + builds.incrementAndGet()),
                        Progress.silent(),
                        Deadline.seconds(10));
    }

    private ArtifactStore store() {
        return new ArtifactStore(directory);
    }

    private static CacheKey key(String input) {
        return CacheKey.of("thing", List.of(input));
    }
}
