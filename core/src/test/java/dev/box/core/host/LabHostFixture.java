package dev.box.core.host;

import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import dev.box.incus.Incus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A disposable host of the lab, reached from outside. BOX_TEST_HOST_COMMAND is the command that runs what follows it
 * there (words separated by spaces), BOX_TEST_INCUS_SOCKET its daemon's socket as this process sees it. Without them a
 * lab test fails: a guarantee that was not measured must not look like one that held.
 */
public final class LabHostFixture {

    private static final String COMMAND = "BOX_TEST_HOST_COMMAND";
    private static final String SOCKET = "BOX_TEST_INCUS_SOCKET";

    private LabHostFixture() {}

    public static Host host() {
        List<String> prefix = prefix();
        Machine machine = Machine.through(argv -> {
            List<String> whole = new ArrayList<>(prefix);
            whole.addAll(argv);
            return whole;
        });
        Map<String, String> where = Map.of("INCUS_SOCKET", required(SOCKET));
        return new Host(machine, Settings.of(where), () -> Incus.connect(Endpoint.discover(where)));
    }

    /** The command that runs what follows it on the host. */
    public static List<String> prefix() {
        return List.of(required(COMMAND).split(" "));
    }

    public static Deadline deadline() {
        return Deadline.seconds(120);
    }

    /** Runs a shell script there that must succeed; returns what it printed, stripped. */
    public static String must(Host host, String script) {
        return host.machine()
                .command("sh", "-c", script)
                .orFail(script, "", deadline())
                .stdout()
                .strip();
    }

    /** Runs a shell script there, whatever its exit status; returns what it printed, stripped. */
    public static String sh(Host host, String script) {
        return run(host, script).stdout().strip();
    }

    /** Runs a shell script there and returns its exit status and output. */
    public static Subprocess.Result run(Host host, String script) {
        return host.machine().command("sh", "-c", script).run(deadline());
    }

    private static String required(String variable) {
        return Objects.requireNonNull(System.getenv(variable), variable + " names the lab host to test on");
    }
}
