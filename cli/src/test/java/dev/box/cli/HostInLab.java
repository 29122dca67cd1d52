package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A host in a lab of a test's own, with the built product in it, driven from outside. Needs root and BOX_TEST_BOX. */
record HostInLab(String lab) implements AutoCloseable {

    /**
     * Runs a command on a terminal, types {@code argv[2]} once {@code argv[1]} has been shown, and ends as the command did.
     * What was shown is printed.
     */
    private static final String ON_A_TERMINAL = """
            import os, pty, sys
            pid, fd = pty.fork()
            if pid == 0: os.execvp(sys.argv[3], sys.argv[3:])
            shown, typed = b"", False
            while True:
                try: some = os.read(fd, 4096)
                except OSError: break
                if not some: break
                shown += some
                if not typed and sys.argv[1].encode() in shown:
                    os.write(fd, sys.argv[2].encode().decode("unicode_escape").encode())
                    typed = True
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            sys.stdout.write(shown.decode(errors="replace").replace("\\r\\n", "\\n"))
            sys.exit(status if status >= 0 else 128 - status)
            """;

    /** Set up, with the guest image; {@code packages} can be installed in it. */
    static HostInLab up(String lab, String... packages) {
        Subprocess.of(launcher(), "--version").run(Deadline.seconds(1800));
        HostInLab host = new HostInLab(lab);
        // what a run that was cut off left standing would not be as new
        host.close();
        List<String> up = new ArrayList<>(List.of("lab", "up", "--yes", "--name", lab));
        if (packages.length > 0) {
            up.add("--packages=" + String.join(",", packages));
        }
        must(box(up));
        host.sh("box setup-host && box image import /srv/img/*");
        if (packages.length > 0) {
            host.sh("apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install"
                    + " --no-install-recommends " + String.join(" ", packages));
        }
        return host;
    }

    /** Runs a script in the host; it must succeed. Returns what it printed, stripped. */
    String sh(String script) {
        return must(run("bash", "-c", script)).stdout().strip();
    }

    Subprocess.Result run(String... command) {
        List<String> words = new ArrayList<>(List.of("lab", "exec", "--name", lab, "--"));
        words.addAll(List.of(command));
        return box(words);
    }

    /** Runs a shell's command line on a terminal; {@code keys} as in a C string, typed once {@code prompt} is there. */
    Subprocess.Result onTerminal(String prompt, String keys, String line) {
        return run("python3", "-c", ON_A_TERMINAL, prompt, keys, "bash", "-c", line);
    }

    @Override
    public void close() {
        must(box(List.of("lab", "down", "--name", lab)));
    }

    private static Subprocess.Result must(Subprocess.Result result) {
        assertThat(result.exitStatus())
                .as("%s%n%s%n%s", result.command(), result.stderr(), result.stdout())
                .isZero();
        return result;
    }

    private static Subprocess.Result box(List<String> words) {
        List<String> command = new ArrayList<>(List.of(launcher()));
        command.addAll(words);
        return Subprocess.of(command).run(Deadline.seconds(1800));
    }

    private static String launcher() {
        return Objects.requireNonNull(
                System.getenv("BOX_TEST_BOX"), "BOX_TEST_BOX must name the launcher; ./test lab sets it");
    }
}
