package dev.box.cli;

import dev.box.core.process.Subprocess;
import java.util.ArrayList;
import java.util.List;

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
        HostInLab host = new HostInLab(lab, "host1");
        List<String> options = packages.length == 0 ? List.of() : List.of("--packages=" + String.join(",", packages));
        new LabDriver(lab).up(options.toArray(new String[0]));
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
        new LabDriver(lab).up("--hosts=2");
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
        return LabDriver.must(run("bash", "-c", script)).strip();
    }

    Subprocess.Result run(String... command) {
        List<String> words = new ArrayList<>(List.of("lab", "exec", "--name", lab, name, "--"));
        words.addAll(List.of(command));
        return LabDriver.run(words);
    }

    /** Runs a shell's command line on a terminal; {@code keys} as in a C string, typed once {@code prompt} is there. */
    Subprocess.Result onTerminal(String prompt, String keys, String line) {
        return run("bash", "-c", ON_A_TERMINAL, "bash", prompt, keys, line);
    }

    @Override
    public void close() {
        new LabDriver(lab).down();
    }
}
