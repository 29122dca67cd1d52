package dev.box.drill.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JournalTest {

    private final Files machine = new Files();
    private final Deadline deadline = Deadline.seconds(10);

    @Test
    void whatIsArmedIsOnDiskAndWhatIsUndoneIsNot() {
        Journal journal = Journal.begin(machine, "4f2a");
        journal.armBox("drill-4f2a-a", deadline);
        journal.arm(
                "bridge-drop",
                "the drop is deleted",
                List.of("drill-4f2a-a"),
                Map.of("forward", "counter drop"),
                deadline);
        machine.anotherProcessWroteIt();

        Journal.Page left = Journal.left(machine, deadline).orElseThrow();
        assertThat(left.entries()).extracting(Journal.Entry::mutation).containsExactly("", "bridge-drop");
        assertThat(left.entries().getLast().saved()).containsEntry("forward", "counter drop");

        journal.undone("bridge-drop", deadline);
        journal.boxIsGone("drill-4f2a-a", deadline);
        assertThat(Journal.left(machine, deadline)).isEmpty();
    }

    @Test
    void aRunThatStillRunsIsNotAnAbortedOne() {
        Journal.begin(machine, "4f2a").armBox("drill-4f2a-a", deadline);
        assertThatThrownBy(() -> Journal.left(machine, deadline))
                .isInstanceOf(BoxFailure.Refused.class)
                .hasMessageContaining("4f2a is at work");
    }

    @Test
    void aJournalThatCannotBeReadStopsTheDrillAndNamesTheFile() {
        machine.write(Journal.FILE, "not json", deadline);
        assertThatThrownBy(() -> Journal.left(machine, deadline))
                .isInstanceOf(BoxFailure.Unjudged.class)
                .hasMessageContaining(Journal.FILE.toString());
    }

    /** A machine that is nothing but files. */
    private static final class Files implements Machine {
        private final Map<Path, String> texts = new HashMap<>();

        void anotherProcessWroteIt() {
            texts.replaceAll(
                    (file, text) -> text.replaceAll("\"processStart\":\"[^\"]*\"", "\"processStart\":\"once\""));
        }

        @Override
        public Subprocess command(List<String> argv) {
            throw new UnsupportedOperationException(String.join(" ", argv));
        }

        @Override
        public Optional<String> read(Path file, Deadline deadline) {
            return Optional.ofNullable(texts.get(file));
        }

        @Override
        public void write(Path file, String text, Deadline deadline) {
            texts.put(file, text);
        }

        @Override
        public void delete(Path file, Deadline deadline) {
            texts.remove(file);
        }

        @Override
        public boolean exists(Path path, Deadline deadline) {
            return texts.containsKey(path);
        }
    }
}
