package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A host in a lab of a test's own, with the built product in it, driven from outside. Needs root and BOX_TEST_BOX. */
record HostInLab(String lab, String name) implements AutoCloseable {

    /**
     * Runs the command line {@code $3} on a terminal, types {@code $2} once {@code $1} has been shown, prints what was shown
     * and ends as the command did. What a shell starts in the background ignores Ctrl-C, unless it is told not to.
     */
    private static final String ON_A_TERMINAL = """
            d=$(mktemp -d); mkfifo $d/keys
            env --default-signal=INT script --quiet --return --flush --command "$3" $d/shown <$d/keys >/dev/null & p=$!
            exec 3>$d/keys
            until grep -qF -- "$1" $d/shown 2>/dev/null || ! kill -0 $p 2>/dev/null; do sleep 0.05; done
            printf '%b' "$2" >&3
            wait $p; status=$?
            sed '1d;$d' $d/shown | tr -d '\\r'
            rm -r $d; exit $status
            """;

    /** Set up, with the guest image; {@code packages} can be installed in it. */
    static HostInLab up(String lab, String... packages) {
        Subprocess.of(launcher(), "--version").run(Deadline.seconds(1800));
        HostInLab host = new HostInLab(lab, "host1");
        // what a run that was cut off left standing would not be as new
        host.close();
        List<String> up = new ArrayList<>(List.of("lab", "up", "--yes", "--name", lab));
        if (packages.length > 0) {
            up.add("--packages=" + String.join(",", packages));
        }
        must(box(up));
        host.setUp();
        if (packages.length > 0) {
            host.sh("apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install"
                    + " --no-install-recommends " + String.join(" ", packages));
        }
        return host;
    }

    /** Set up as {@link #up} does, and a second one beside it. */
    static List<HostInLab> two(String lab) {
        HostInLab first = new HostInLab(lab, "host1");
        first.close();
        must(box(List.of("lab", "up", "--yes", "--name", lab, "--hosts=2")));
        HostInLab second = new HostInLab(lab, "host2");
        first.setUp();
        second.setUp();
        return List.of(first, second);
    }

    private void setUp() {
        sh("box setup-host && box image import /srv/img/*");
    }

    /** Runs a script in the host; it must succeed. Returns what it printed, stripped. */
    String sh(String script) {
        return must(run("bash", "-c", script)).stdout().strip();
    }

    Subprocess.Result run(String... command) {
        List<String> words = new ArrayList<>(List.of("lab", "exec", "--name", lab, name, "--"));
        words.addAll(List.of(command));
        return box(words);
    }

    /** Runs a shell's command line on a terminal; {@code keys} as in a C string, typed once {@code prompt} is there. */
    Subprocess.Result onTerminal(String prompt, String keys, String line) {
        return run("bash", "-c", ON_A_TERMINAL, "bash", prompt, keys, line);
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
