package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Drives a lab of its own from outside, as a user would: by the launcher that BOX_TEST_BOX names. */
final class LabDriver {

    private static final int LONGEST_COMMAND_SECONDS = 1800;

    private final String lab;
    private final int longestCommandSeconds;

    LabDriver(String lab) {
        this(lab, LONGEST_COMMAND_SECONDS);
    }

    LabDriver(String lab, int longestCommandSeconds) {
        this.lab = lab;
        this.longestCommandSeconds = longestCommandSeconds;
    }

    /** A fresh lab; what a run that was cut off left standing goes first. */
    void up(String... options) {
        // a checkout's launcher builds first, and what a build prints is not the product's
        Subprocess.of(launcher(), "--version").run(Deadline.seconds(1800));
        down();
        List<String> words = new ArrayList<>(List.of("lab", "up", "--yes", "--name", lab));
        words.addAll(List.of(options));
        must(run(words));
    }

    void down() {
        must(run(List.of("lab", "down", "--name", lab)));
    }

    void reboot() {
        must(run(List.of("lab", "reboot", "--name", lab)));
    }

    /** In the machine under test, whatever comes of it. */
    Subprocess.Result inHost(String... command) {
        List<String> words = new ArrayList<>(List.of("lab", "exec", "--name", lab, "--"));
        words.addAll(List.of(command));
        return run(words, longestCommandSeconds);
    }

    /** {@code box} in the machine under test; it must succeed. Returns both streams. */
    String box(String... words) {
        List<String> command = new ArrayList<>(List.of("box"));
        command.addAll(List.of(words));
        Subprocess.Result result = inHost(command.toArray(new String[0]));
        must(result);
        return result.stderr() + result.stdout();
    }

    /** A script in the machine under test, which must succeed; returns what it printed, stripped. */
    String sh(String script) {
        return must(inHost("sh", "-c", script)).strip();
    }

    /** A script in one of the namespaces around it ({@code inet} or {@code lan}), whatever comes of it; its exit status. */
    int around(String part, String script) {
        return Subprocess.of("ip", "netns", "exec", "boxlab-" + lab + "-" + part, "bash", "-c", script)
                .run(Deadline.seconds(60))
                .exitStatus();
    }

    static String must(Subprocess.Result result) {
        assertThat(result.exitStatus())
                .as("%s%n%s%n%s", result.command(), result.stderr(), result.stdout())
                .isZero();
        return result.stdout();
    }

    /** One of the launcher's own verbs, whatever comes of it. */
    static Subprocess.Result run(List<String> words) {
        return run(words, LONGEST_COMMAND_SECONDS);
    }

    private static Subprocess.Result run(List<String> words, int seconds) {
        List<String> command = new ArrayList<>(List.of(launcher()));
        command.addAll(words);
        return Subprocess.of(command).run(Deadline.seconds(seconds));
    }

    private static String launcher() {
        return Objects.requireNonNull(
                System.getenv("BOX_TEST_BOX"), "BOX_TEST_BOX must name the launcher; ./test lab sets it");
    }
}
