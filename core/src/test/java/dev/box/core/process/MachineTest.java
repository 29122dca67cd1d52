package dev.box.core.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** This machine and one behind a command keep the same promises. */
class MachineTest {

    private final Deadline deadline = Deadline.seconds(60);

    @TempDir
    Path directory;

    static List<Machine> machines() {
        return List.of(Machine.local(), Machine.through(UnaryOperator.identity()));
    }

    @ParameterizedTest
    @MethodSource("machines")
    void writesReadsAndDeletesAFile(Machine machine) throws IOException {
        Path file = directory.resolve("made for it").resolve("rules.nft");
        assertThat(machine.read(file, deadline)).isEmpty();

        machine.write(file, "table inet box {}\n", deadline);
        machine.write(file, "grüße\n", deadline);

        assertThat(machine.read(file, deadline)).contains("grüße\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r--r--");
        try (var left = Files.list(file.getParent())) {
            assertThat(left).containsExactly(file);
        }
        machine.delete(file, deadline);
        machine.delete(file, deadline);
        assertThat(machine.exists(file, deadline)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("machines")
    void aFileThatCannotBeReadIsAFailureAndNotAnAbsence(Machine machine) {
        assertThatThrownBy(() -> machine.read(directory, deadline)).isInstanceOf(BoxFailure.Failed.class);
    }

    @ParameterizedTest
    @MethodSource("machines")
    void findsProgramsAndRunsThem(Machine machine) {
        assertThat(machine.has("sh", deadline)).isTrue();
        assertThat(machine.has("no-such-program", deadline)).isFalse();
        assertThat(machine.command("sh", "-c", "exit 7").run(deadline).exitStatus())
                .isEqualTo(7);
    }
}
