package dev.box.core.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.host.HostStack;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.incus.IncusException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A machine that box was never set up on is no patient. */
class FreshTest {

    @Test
    void aMachineWithNothingOfBoxIsFresh() {
        assertThat(examine(Set.of(), new IncusException.NoSocket("t", "no socket", "a"))
                        .outcome())
                .isEqualTo(Diagnosis.Outcome.FRESH);
    }

    @Test
    void rulesOnDiskWithoutADaemonAreAStackThatIsDown() {
        Diagnosis diagnosis = examine(Set.of(HostNames.RULES_FILE), new IncusException.NoSocket("t", "no socket", "a"));
        assertThat(diagnosis.outcome()).isEqualTo(Diagnosis.Outcome.PROBLEMS);
        assertThat(diagnosis.findings(Verdict.DIRTY)).extracting(Finding::id).contains("daemon");
    }

    @Test
    void aDaemonThatHangsIsAProblemEvenIfNothingElseIsKnown() {
        assertThat(examine(Set.of(), new IncusException.TimedOut("t", "silence", "a"))
                        .outcome())
                .isEqualTo(Diagnosis.Outcome.PROBLEMS);
    }

    private static Diagnosis examine(Set<Path> files, IncusException daemon) {
        Host host = new Host(new Bare(files), Settings.of(Map.of()), () -> {
            throw daemon;
        });
        return new Doctor(new HostStack(host)).examine(Progress.silent(), Deadline.seconds(30));
    }

    /** A machine with these files and not one program. */
    private record Bare(Set<Path> files) implements Machine {

        @Override
        public Subprocess command(List<String> argv) {
            return Subprocess.of("false");
        }

        @Override
        public Optional<String> read(Path file, Deadline deadline) {
            return files.contains(file) ? Optional.of("") : Optional.empty();
        }

        @Override
        public void write(Path file, String text, Deadline deadline) {
            throw new AssertionError("an examination writes " + file);
        }

        @Override
        public void delete(Path file, Deadline deadline) {
            throw new AssertionError("an examination deletes " + file);
        }

        @Override
        public boolean exists(Path path, Deadline deadline) {
            return files.contains(path);
        }
    }
}
