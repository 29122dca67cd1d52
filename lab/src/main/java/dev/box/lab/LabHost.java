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
import dev.box.lab.world.WorldPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One machine under test: a real Debian with systemd, made of namespaces. */
public final class LabHost {

    /** Beside the world's services: the artefacts that the mirrors serve. */
    static final String MIRRORS = "mirrors";

    private static final Duration POWER_OFF = Duration.ofSeconds(40);

    private static final String KIND = "machine";

    private final HostSite site;

    LabHost(LabSite site, int number) {
        this.site = new HostSite(site, number);
    }

    /** The host of that name, e.g. {@code host1}, whether or not it stands. */
    static Optional<LabHost> named(LabSite site, String name) {
        for (int number = 1; number <= WorldPlan.MOST_HOSTS; number++) {
            if (name.equals(HostSite.PREFIX + number)) {
                return Optional.of(new LabHost(site, number));
            }
        }
        return Optional.empty();
    }

    public String name() {
        return site.name();
    }

    public String address() {
        return site.address();
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
                        "lab '" + site.lab().name() + "' has no such host running",
                        site.lab().name().command("up")));
        return backend().command(init, argv);
    }

    /** The same, to be run; in messages it is called by what runs in the host, not by the way there. */
    public Subprocess program(List<String> argv) {
        return HostSite.shown(command(argv), argv);
    }

    /** Runs it and returns what it left, whatever its exit status. */
    public Subprocess.Result run(Deadline deadline, String... argv) {
        return program(List.of(argv)).run(deadline);
    }

    /** What it said on its console, then its journal of this boot. */
    public String logs(Deadline deadline) {
        StringBuilder text = new StringBuilder("== console\n").append(Detached.tail(site.console()));
        if (process().isPresent()) {
            text.append("\n== journal\n")
                    .append(Untrusted.lines(run(deadline, "journalctl", "--boot", "--no-pager", "--lines=500")
                            .stdout()));
        }
        return text.toString();
    }

    /** Boots it, from the state that an earlier boot left if there is any, and waits until systemd is through. */
    void boot(
            MachineKind kind,
            LabProcess keeper,
            Artifacts.Ready artifacts,
            List<Path> shared,
            Progress progress,
            Deadline deadline) {
        try (Progress.Step step = progress.step("booting " + name(), deadline)) {
            try {
                Files.createDirectories(directory());
                Files.writeString(directory().resolve(KIND), kind + "\n");
                backend().prepare(artifacts, shared);
            } catch (IOException e) {
                throw new BoxFailure.Failed(
                        "preparing " + name(), String.valueOf(e.getMessage()), "df -h " + directory(), e);
            }
            start(keeper, deadline);
            String state = awaitSystemd(step, deadline);
            share(deadline);
            measurePatience(step, deadline);
            step.done(address());
            if (state.equals("degraded")) {
                String failed = run(deadline, "systemctl", "--failed", "--plain", "--no-legend")
                        .stdout();
                progress.warn(name() + " is up, but units failed: " + Untrusted.lines(failed.strip()));
            }
        }
    }

    /** A fresh network namespace, then a fresh init over the directory as an earlier boot left it. */
    private void start(LabProcess keeper, Deadline deadline) {
        new Namespaces(site.lab().name()).create(site.namespace(), deadline);
        Backend backend = backend();
        backend.plug(deadline);
        List<Path> groups = site.lab().cgroups().create(site.namespace());
        List<String> argv;
        try {
            argv = backend.init();
            Files.deleteIfExists(directory().resolve("console.old"));
            if (Files.exists(site.console())) {
                Files.move(site.console(), directory().resolve("console.old"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "booting " + name(),
                    String.valueOf(e.getMessage()),
                    site.lab().name().command("down"),
                    e);
        }
        List<String> detached = new ArrayList<>(List.of("setsid"));
        detached.addAll(Keeper.joining(keeper, site.namespace(), argv));
        Process starter = Detached.start(Cgroups.joining(groups, detached), site.console());
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
                    "booting " + name(),
                    "systemd is still '" + states.getLast() + "'",
                    site.lab().name().command("logs " + name()));
        }
        return states.getLast();
    }

    private BoxFailure.Failed diedAtBoot() {
        return new BoxFailure.Failed(
                "booting " + name(),
                "it ended at once: " + Detached.tail(site.console()),
                site.lab().name().anew());
    }

    /** How many times slower than this machine it is at what box and Incus do most: starting programs. */
    public int patience() {
        return site.patience();
    }

    private void measurePatience(Progress.Step step, Deadline deadline) {
        if (!kind().emulated()) {
            return;
        }
        step.update("measuring how slow it is");
        LabProcess emulator = process().orElseThrow(this::diedAtBoot);
        try {
            site.rememberPatience(
                    Slowness.factor(this, emulator, site.lab().name().command("logs " + name()), deadline));
        } catch (IOException e) {
            throw new BoxFailure.Failed("booting " + name(), String.valueOf(e.getMessage()), "df -h " + directory(), e);
        }
    }

    private void share(Deadline deadline) {
        process().ifPresent(init -> backend().share(init, deadline));
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

    private Backend backend() {
        return kind().emulated() ? new EmulatedBackend(site, kind()) : new NamespaceBackend(site);
    }

    /** What it is made of; hosts that stand keep it. */
    private MachineKind kind() {
        try {
            return MachineKind.of(Files.readString(directory().resolve(KIND)).strip());
        } catch (IOException e) {
            return MachineKind.NAMESPACES;
        }
    }

    private Path directory() {
        return site.directory();
    }
}
