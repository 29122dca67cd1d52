package dev.box.core.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A handover replaces the JVM, so it is looked at from outside: a child JVM hands over, and what it became reports. */
class HandoverTest {

    /** The child: becomes the program it was given. */
    public static final class Child {
        public static void main(String[] command) {
            System.exit(Handover.to(List.of(command), Map.of("PATH", "/usr/bin:/bin", "GREETING", "hello  you")));
        }
    }

    @Test
    void theProgramsExitStatusIsOurs() {
        assertThat(becomes("sh", "-c", "exit 7").exitStatus()).isEqualTo(7);
    }

    @Test
    void argumentsAndEnvironmentArriveUntouched() {
        String out = becomes(
                        "sh", "-c", "printf '%s|%s|%s|' \"$GREETING\" \"$1\" \"$2\"; env | wc -l", "sh", "a  b", "")
                .stdout();
        assertThat(out).startsWith("hello  you|a  b||");
    }

    @Test
    void itIsTheSameProcess() {
        // the child's parent is this JVM; had the JVM in between stayed, it would be the parent
        assertThat(becomes("sh", "-c", "echo $PPID").stdout().strip())
                .isEqualTo(Long.toString(ProcessHandle.current().pid()));
    }

    @Test
    void signalsAreAsTheyWouldBeWithoutBoxInBetween() {
        String[] look = {"sh", "-c", "exec grep -E '^Sig(Blk|Ign)' /proc/self/status"};
        List<Long> direct = ordinarySignals(Subprocess.of(look).run(Deadline.seconds(10)));
        assertThat(direct).hasSize(2);
        assertThat(ordinarySignals(becomes(look))).isEqualTo(direct);
    }

    /** The masks without signals 32 and 33, which are libc's own and are ignored or not as its thread code pleases. */
    private static List<Long> ordinarySignals(Subprocess.Result status) {
        return status.stdout()
                .lines()
                .map(line -> Long.parseLong(line.split("\\s+")[1], 16) & 0x7fff_ffff)
                .toList();
    }

    @Test
    void noOpenFileOfTheJvmIsLeft() {
        // ls itself holds the directory open, which is the fourth
        assertThat(becomes("ls", "/proc/self/fd").stdout().strip().lines()).containsExactly("0", "1", "2", "3");
    }

    @Test
    void theLimitOfOpenFilesIsTheCallersOwn() {
        String own = Subprocess.of("sh", "-c", "ulimit -Sn 500; exec \"$@\"", "sh", "sh", "-c", "ulimit -Sn")
                .run(Deadline.seconds(10))
                .stdout();
        List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -Sn 500; exec \"$@\"", "sh"));
        command.addAll(child("sh", "-c", "ulimit -Sn"));
        assertThat(Subprocess.of(command).run(Deadline.seconds(60)).stdout()).isEqualTo(own);
    }

    @Test
    void aMissingProgramIsNamedWithWhereItWasLookedFor() {
        assertThatThrownBy(() -> Handover.to(List.of("no-such-program"), Map.of("PATH", "/usr/bin:/bin")))
                .isInstanceOfSatisfying(BoxFailure.Failed.class, failure -> {
                    assertThat(failure.tried()).contains("no-such-program");
                    assertThat(failure.answered()).contains("/usr/bin:/bin");
                });
    }

    @Test
    void aProgramThatCannotBeRunIsReportedAndThisProcessGoesOn() {
        assertThatThrownBy(() -> Handover.to(List.of("/etc/passwd"), Map.of()))
                .isInstanceOfSatisfying(
                        BoxFailure.Failed.class,
                        failure -> assertThat(failure.answered()).contains("errno 13"));
    }

    private static Subprocess.Result becomes(String... command) {
        return Subprocess.of(child(command)).run(Deadline.seconds(60));
    }

    private static List<String> child(String... command) {
        List<String> all = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-MaxFDLimit",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName()));
        all.addAll(List.of(command));
        return all;
    }
}
