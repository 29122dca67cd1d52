package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether {@code ./box} of a checkout builds when it must, and only then. The build itself is a stand-in that counts. */
class CheckoutTest {

    private static final String STAND_IN_BUILD = """
            cd "$(dirname "$0")/.."
            mkdir -p .box-build/current/bin
            printf '%s\\n' "$PWD/.box-build/seen" >.box-build/seen
            echo built >>builds
            printf '#!/bin/sh\\n' >.box-build/current/bin/box
            chmod 755 .box-build/current/bin/box
            : >.box-build/current/complete
            """;

    @TempDir
    Path directory;

    private Path checkout;

    @BeforeEach
    void checkOut() throws IOException {
        checkout = Files.createDirectory(directory.resolve("checkout"));
        Files.createDirectories(checkout.resolve("core/src/main/java"));
        Files.createDirectories(checkout.resolve("packaging"));
        Files.createDirectories(checkout.resolve(".mvn"));
        Files.writeString(checkout.resolve("pom.xml"), "");
        Files.writeString(checkout.resolve("core/pom.xml"), "");
        Files.writeString(source(), "class A {}");
        Files.writeString(checkout.resolve("packaging/build.sh"), STAND_IN_BUILD);
        Files.copy(Path.of("..", "box"), checkout.resolve("box"), StandardCopyOption.COPY_ATTRIBUTES);
        assertThat(builds(checkout)).isEqualTo(1);
    }

    @Test
    void buildsOnce() throws IOException {
        assertThat(builds(checkout)).isEqualTo(1);
    }

    @Test
    void buildsWhenAFileIsChangedWhoseTimeIsOld() throws IOException {
        Files.writeString(source(), "class A { int a; }");
        Files.setLastModifiedTime(source(), FileTime.from(Instant.EPOCH));
        assertThat(builds(checkout)).isEqualTo(2);
    }

    @Test
    void buildsWhenAFileIsGone() throws IOException {
        Files.delete(source());
        assertThat(builds(checkout)).isEqualTo(2);
    }

    @Test
    void buildsInACopyOfItself() throws IOException {
        Path copy = directory.resolve("copy");
        run("cp", "-r", checkout.toString(), copy.toString());
        assertThat(builds(copy)).isEqualTo(2);
        assertThat(builds(copy)).isEqualTo(2);
        assertThat(builds(checkout)).isEqualTo(1);
    }

    private Path source() {
        return checkout.resolve("core/src/main/java/A.java");
    }

    /** Runs the checkout's box and says how often it was built by then. */
    private static int builds(Path checkout) throws IOException {
        run(checkout.resolve("box").toString());
        return Files.readAllLines(checkout.resolve("builds")).size();
    }

    private static void run(String... argv) {
        Subprocess.Result result = Subprocess.of(argv).run(Deadline.seconds(30));
        assertThat(result.ok()).as(result.complaint()).isTrue();
    }
}
