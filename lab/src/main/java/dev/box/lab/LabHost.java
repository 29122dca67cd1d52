package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.lab.artifact.Artifacts;
import dev.box.lab.machine.Cgroups;
import dev.box.lab.machine.Detached;
import dev.box.lab.machine.Keeper;
import dev.box.lab.machine.LabProcess;
import dev.box.lab.machine.Namespaces;
import dev.box.lab.machine.Pause;
import dev.box.lab.machine.Resource;
import dev.box.lab.world.Surroundings;
import dev.box.lab.world.World;
import dev.box.lab.world.WorldPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One machine under test: a real Debian with systemd, made of namespaces. */
public final class LabHost {

    private static final String PREFIX = "host";
    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    /** Repository, images and box itself come first among a host's bind mounts; shared directories follow. */
    private static final int OWN_BINDS = 3;

    /** Beside the world's services: the artefacts that the mirrors serve. */
    static final String MIRRORS = "mirrors";

    private static final Duration POWER_OFF = Duration.ofSeconds(40);

    /** Joins the host's own scope where systemd has made one, so that systemd and the kernel's limits count the command. */
    private static final String ENTER = """
            for g in $1; do
              [ ! -d "$g/init.scope" ] || g=$g/init.scope
              { echo 0 >"$g/cgroup.procs"; } 2>/dev/null
            done
            shift
            exec "$@\"""";

    private final LabSite site;
    private final int number;

    LabHost(LabSite site, int number) {
        this.site = site;
        this.number = number;
    }

    /** The host of that name, e.g. {@code host1}, whether or not it stands. */
    static Optional<LabHost> named(LabSite site, String name) {
        for (int number = 1; number <= WorldPlan.MOST_HOSTS; number++) {
            if (name.equals(PREFIX + number)) {
                return Optional.of(new LabHost(site, number));
            }
        }
        return Optional.empty();
    }

    public String name() {
        return PREFIX + number;
    }

    public String address() {
        return WorldPlan.hostAddress(number);
    }

    /** Its init as this machine sees it; empty if it does not run. */
    public Optional<LabProcess> process() {
        return LabProcess.load(directory().resolve("init")).filter(LabProcess::alive);
    }

    /**
     * The command, for this machine, that runs {@code argv} in the host as root with a clean environment: for a
     * Subprocess, or to hand the terminal over to. Throws {@link BoxFailure.Failed} if the host does not run.
     */
    public List<String> command(List<String> argv) {
        LabProcess init = process()
                .orElseThrow(() -> new BoxFailure.Failed(
                        "running a command in " + name(),
                        "lab '" + site.name() + "' has no such host running",
                        "box lab up"));
        List<String> command = new ArrayList<>(List.of("sh", "-c", ENTER, "box", String.join(" ", groups())));
        command.addAll(List.of(
                "nsenter", "--target=" + init.pid(), "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup"));
        String terminal = System.getenv("TERM");
        command.addAll(List.of(
                "env",
                "-i",
                "--chdir=/root",
                "HOME=/root",
                "USER=root",
                "LANG=C.UTF-8",
                "TERM=" + (terminal == null ? "dumb" : terminal),
                "PATH=" + PATH));
        command.addAll(argv);
        return command;
    }

    /** The same, to be run; in messages it is called by what runs in the host, not by the way there. */
    public Subprocess program(List<String> argv) {
        return Subprocess.of(command(argv)).shownAs(String.join(" ", argv));
    }

    /** Runs it and returns what it left, whatever its exit status. */
    public Subprocess.Result run(Deadline deadline, String... argv) {
        return program(List.of(argv)).run(deadline);
    }

    /** What it said on its console, then its journal of this boot. */
    public String logs(Deadline deadline) {
        StringBuilder text = new StringBuilder("== console\n").append(Detached.tail(console()));
        if (process().isPresent()) {
            text.append("\n== journal\n")
                    .append(Untrusted.lines(run(deadline, "journalctl", "--boot", "--no-pager", "--lines=500")
                            .stdout()));
        }
        return text.toString();
    }

    /** Boots it, from the state that an earlier boot left if there is any, and waits until systemd is through. */
    void boot(LabProcess keeper, Artifacts.Ready artifacts, List<Path> shared, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("booting " + name(), deadline)) {
            try {
                prepare(artifacts, shared);
            } catch (IOException e) {
                throw new BoxFailure.Failed(
                        "preparing " + name(), String.valueOf(e.getMessage()), "df -h " + site.directory(), e);
            }
            start(keeper, deadline);
            String state = awaitSystemd(step, deadline);
            share(deadline);
            step.done(address());
            if (state.equals("degraded")) {
                String failed = run(deadline, "systemctl", "--failed", "--plain", "--no-legend")
                        .stdout();
                progress.warn(name() + " is up, but units failed: " + Untrusted.lines(failed.strip()));
            }
        }
    }

    private void prepare(Artifacts.Ready artifacts, List<Path> shared) throws IOException {
        Path upper = directory().resolve("upper");
        for (String part : List.of("upper/etc/box", "work", "root", "incus")) {
            Files.createDirectories(directory().resolve(part));
        }
        List<String> layers = artifacts.layers().stream().map(Path::toString).toList();
        Files.writeString(directory().resolve("layers"), String.join(":", layers));
        List<Path> binds =
                new ArrayList<>(List.of(artifacts.repository(), artifacts.images(), new Product(site).directory()));
        binds.addAll(shared);
        if (!shared.isEmpty()) {
            // a host that tidies /tmp by age must not tidy a directory of this machine
            Path units = Files.createDirectories(upper.resolve("etc/systemd/system"));
            Path timer = units.resolve("systemd-tmpfiles-clean.timer");
            Files.deleteIfExists(timer);
            Files.createSymbolicLink(timer, Path.of("/dev/null"));
        }
        Files.write(
                directory().resolve("binds"), binds.stream().map(Path::toString).toList());
        Files.writeString(directory().resolve("cgroups.layout"), site.cgroups().layout());
        Files.writeString(directory().resolve("init.sh"), Resource.text("host-init.sh"));
        Files.writeString(upper.resolve("etc/hostname"), name() + "\n");
        Files.writeString(upper.resolve("etc/hosts"), "127.0.0.1 localhost\n127.0.1.1 " + name() + "\n");
        for (Map.Entry<String, String> file : world().boxConf().entrySet()) {
            Files.writeString(upper.resolve("etc/box").resolve(file.getKey()), file.getValue());
        }
        Files.writeString(
                upper.resolve("etc/box").resolve(Surroundings.FILE.getFileName()),
                WorldPlan.surroundings().toJson());
    }

    /** Puts the shared directories where they are on the machine, once nothing of the boot can mount over or empty them. */
    private void share(Deadline deadline) {
        List<String> shared = binds().subList(OWN_BINDS, binds().size());
        for (int i = 0; i < shared.size(); i++) {
            String script = "mkdir -p \"$1\" && mount --bind /srv/shared/" + i + " \"$1\"";
            program(List.of("sh", "-c", script, "sh", shared.get(i)))
                    .orFail("sharing " + shared.get(i) + " with " + name(), "box lab logs " + name(), deadline);
        }
    }

    private List<String> binds() {
        try {
            return Files.readAllLines(directory().resolve("binds"));
        } catch (IOException e) {
            throw new BoxFailure.Failed("booting " + name(), String.valueOf(e.getMessage()), "box lab down", e);
        }
    }

    /** A fresh network namespace, then a fresh init over the directory as {@link #prepare} or an earlier boot left it. */
    private void start(LabProcess keeper, Deadline deadline) {
        Namespaces.create(namespace(), deadline);
        world().plug(name(), address(), deadline);
        List<Path> groups = site.cgroups().create(namespace());
        String layers;
        try {
            layers = Files.readString(directory().resolve("layers"));
            Files.deleteIfExists(directory().resolve("console.old"));
            if (Files.exists(console())) {
                Files.move(console(), directory().resolve("console.old"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new BoxFailure.Failed("booting " + name(), String.valueOf(e.getMessage()), "box lab down", e);
        }
        List<String> argv = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "--uts",
                "--ipc",
                "--pid",
                "--cgroup",
                "--fork",
                "--kill-child=KILL",
                "sh",
                directory().resolve("init.sh").toString(),
                directory().toString(),
                layers,
                name()));
        argv.addAll(binds());
        List<String> joined = Keeper.joining(keeper, namespace(), argv);
        List<String> detached = new ArrayList<>(List.of("setsid"));
        detached.addAll(joined);
        Process starter = Detached.start(Cgroups.joining(groups, detached), console());
        LabProcess init = Detached.awaitInit(starter, groups, 2, deadline).orElseThrow(this::diedAtBoot);
        try {
            init.save(directory().resolve("init"));
        } catch (IOException e) {
            init.kill();
            throw new BoxFailure.Failed("booting " + name(), String.valueOf(e.getMessage()), "df -h " + directory(), e);
        }
    }

    private String awaitSystemd(Progress.Step step, Deadline deadline) {
        step.update("waiting for systemd");
        List<String> states = new ArrayList<>();
        boolean settled = Pause.until(
                () -> {
                    if (process().isEmpty()) {
                        throw diedAtBoot();
                    }
                    String state = run(deadline, "systemctl", "is-system-running", "--wait")
                            .stdout()
                            .strip();
                    states.add(state);
                    return state.equals("running") || state.equals("degraded");
                },
                "booting " + name(),
                deadline);
        if (!settled) {
            throw new BoxFailure.Failed(
                    "booting " + name(), "systemd is still '" + states.getLast() + "'", "box lab logs " + name());
        }
        return states.getLast();
    }

    private BoxFailure.Failed diedAtBoot() {
        return new BoxFailure.Failed(
                "booting " + name(), "it ended at once: " + Detached.tail(console()), "box lab down, then box lab up");
    }

    /** Shuts it down as {@code systemctl poweroff} does, and boots it again. */
    void reboot(LabProcess keeper, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("rebooting " + name(), deadline)) {
            powerOff(progress, deadline.within(POWER_OFF));
            start(keeper, deadline);
            awaitSystemd(step, deadline);
            share(deadline);
            step.done(address());
        }
    }

    private void powerOff(Progress progress, Deadline deadline) {
        Optional<LabProcess> init = process();
        if (init.isEmpty()) {
            return;
        }
        run(deadline, "systemctl", "poweroff", "--no-block");
        if (!Pause.until(() -> !init.get().alive(), "shutting down " + name(), deadline)) {
            progress.warn(name() + " did not shut down in " + POWER_OFF.toSeconds() + " s: cutting its power");
            init.get().kill();
            Pause.until(() -> !init.get().alive(), "ending " + name(), Deadline.seconds(10));
        }
    }

    /** Whether a file of a lab's state is one of those that name the artefacts it uses. */
    static boolean namesArtifacts(Path file) {
        return file.endsWith("layers") || file.endsWith("binds") || file.endsWith(MIRRORS);
    }

    private World world() {
        return new World(site.name(), site.worldDirectory(), site.cgroups());
    }

    private List<String> groups() {
        return site.cgroups().find(namespace()).stream()
                .filter(group -> group.getFileName().toString().equals(namespace()))
                .map(Path::toString)
                .toList();
    }

    private String namespace() {
        return site.name().part(name());
    }

    private Path directory() {
        return site.hostDirectory(name());
    }

    private Path console() {
        return directory().resolve("console");
    }
}
