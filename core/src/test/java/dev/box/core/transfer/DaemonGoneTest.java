package dev.box.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.box.core.box.Boxes;
import dev.box.core.failure.BoxFailure;
import dev.box.core.mint.Adoption;
import dev.box.core.mint.Minter;
import dev.box.core.mint.Prune;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that ends in the middle of an export or import: said as that, with what is left and what to type next. */
class DaemonGoneTest {

    private static final String BACKUPS = "/1.0/instances/work/backups";
    private static final String BACKUP = BACKUPS + "/" + Prune.EXPORT + Minter.label();

    private final DyingDaemon daemon;
    private final Path file;

    DaemonGoneTest(@TempDir Path directory) throws IOException {
        daemon = new DyingDaemon(directory).answers("GET /1.0/instances/work", box("work", Map.of("user.box", "1")));
        file = Files.createDirectory(directory.resolve("out")).resolve("work.box.tar.gz");
    }

    @AfterEach
    void stop() throws IOException {
        daemon.close();
    }

    @Test
    void anExportWhoseOperationIsForgottenWroteNothing() throws IOException {
        daemon.begins("POST " + BACKUPS);
        BoxFailure.Failed failure = export(false);
        assertThat(failure.tried()).isEqualTo("exporting box 'work'");
        assertThat(failure.answered())
                .isEqualTo("the daemon ended in the middle of it, and the one that runs now knows nothing of it"
                        + " (Operation not found); the box is as it was, and " + file + " was not written");
        assertThat(failure.advice()).isEqualTo("""
                see what the daemon says: sudo journalctl -u incus -n 20
                then once more: box export work %s""".formatted(file));
        assertThat(beside()).isEmpty();
        assertThat(daemon.asked()).as("its own copy is asked for too").contains("DELETE " + BACKUP);
    }

    @Test
    void anExportThatBreaksOffLeavesTheEarlierFileAsItWas() throws IOException {
        Files.writeString(file, "the earlier one");
        daemon.does("POST " + BACKUPS).breaksOff("GET " + BACKUP + "/export").does("DELETE " + BACKUP);
        BoxFailure.Failed failure = export(true);
        assertThat(failure.answered())
                .contains(" broke: ")
                .endsWith("; the box is as it was, and " + file + " is the earlier one, untouched");
        assertThat(failure.advice()).endsWith("\nthen once more: box export work " + file + " --force");
        assertThat(file).content().isEqualTo("the earlier one");
        assertThat(beside()).isEqualTo(file.getFileName().toString());
    }

    @Test
    void anImportWhoseOperationIsForgottenTakesAwayWhatStoodOfIt() throws IOException {
        String half = box("again", Adoption.underWay());
        BoxFailure.Failed failure = imported(half);
        assertThat(failure.tried()).isEqualTo("importing box 'again'");
        assertThat(failure.answered())
                .startsWith("the daemon ended in the middle of it")
                .endsWith("; what stood of the box was removed");
        assertThat(failure.advice()).endsWith("\nthen once more: box import " + file + " --name again");
        assertThat(daemon.asked()).contains("DELETE /1.0/instances/again");
    }

    @Test
    void anotherImportUnderTheSameNameIsNotItsToTakeAway() throws IOException {
        String others = box("again", Map.of("user.box", "1", "user.box.state", "minting"));
        assertThat(imported(others).answered()).contains("; no box of it is there, though Incus may keep");
        assertThat(daemon.asked()).doesNotContain("DELETE /1.0/instances/again");
    }

    private BoxFailure.Failed export(boolean overwrite) {
        Incus incus = daemon.connect();
        Export export = new Export(incus, new Boxes(incus, Settings.of(Map.of())));
        return failure(() -> export.export("work", file, false, overwrite, Progress.silent(), soon()));
    }

    /** {@code left} is what the daemon has under that name after it came back. */
    private BoxFailure.Failed imported(String left) throws IOException {
        Files.write(file, Tar.export().ended());
        daemon.answers(
                        "GET /1.0/profiles/box-net",
                        "{\"name\":\"box-net\",\"devices\":{\"root\":{\"pool\":\"default\"}}}")
                .answers("GET /1.0/storage-pools/default/resources", "{\"space\":{\"total\":1000000000,\"used\":0}}")
                .begins("POST /1.0/instances")
                .answersAfter("POST /1.0/instances", "GET /1.0/instances/again", left)
                .does("DELETE /1.0/instances/again");
        Import importer = new Import(daemon.connect());
        return failure(() -> importer.run(file, "again", Progress.silent(), soon()));
    }

    private static BoxFailure.Failed failure(ThrowingCallable call) {
        BoxFailure.Failed failure = catchThrowableOfType(BoxFailure.Failed.class, call);
        assertThat(failure).as("a failing call").isNotNull();
        return failure;
    }

    /** The names in the file's directory. */
    private String beside() throws IOException {
        try (Stream<Path> files = Files.list(file.getParent())) {
            return files.map(found -> found.getFileName().toString()).sorted().collect(Collectors.joining(" "));
        }
    }

    private static String box(String name, Map<String, String> config) {
        String keys = config.entrySet().stream()
                .map(key -> "\"" + key.getKey() + "\":\"" + key.getValue() + "\"")
                .collect(Collectors.joining(","));
        return "{\"name\":\"" + name + "\",\"type\":\"container\",\"status\":\"Stopped\",\"config\":{" + keys + "}}";
    }

    private static Deadline soon() {
        return Deadline.seconds(20);
    }
}
