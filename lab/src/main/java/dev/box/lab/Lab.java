package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Privileges;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.lab.artifact.ArtifactStore;
import dev.box.lab.artifact.Artifacts;
import dev.box.lab.artifact.Mirrors;
import dev.box.lab.artifact.Together;
import dev.box.lab.machine.Cgroups;
import dev.box.lab.machine.InotifyLimit;
import dev.box.lab.machine.Keeper;
import dev.box.lab.machine.LabName;
import dev.box.lab.machine.LabProcess;
import dev.box.lab.machine.LockFile;
import dev.box.lab.machine.Namespaces;
import dev.box.lab.machine.Resource;
import dev.box.lab.world.World;
import dev.box.lab.world.WorldPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One sealed lab: a small world of network namespaces with real Debian machines in it. Everything it starts lives under
 * one process, so that it can be ended whole; everything it makes carries its name, so that it can be found without a
 * record. State and cache are under {@code BOX_LAB_DIR}.
 */
public final class Lab {

    private final Settings settings;
    private final Path root;
    private final LabSite site;
    private final Keeper keeper;
    private final World world;
    private final Residue residue;

    private Lab(Settings settings, Path root, LabName name) {
        this.settings = settings;
        this.root = root;
        this.site = new LabSite(name, root.resolve("labs").resolve(name.value()), Cgroups.ofThisMachine());
        this.keeper = new Keeper(name, site.directory(), site.cgroups());
        this.world = new World(name, site.worldDirectory(), site.cgroups());
        this.residue = new Residue(site);
    }

    /** The lab of that name, up or not; without a name, the state directory's own. */
    public static Lab of(Settings settings, Optional<String> name) {
        Path root = Path.of(settings.get(Setting.BOX_LAB_DIR)).toAbsolutePath().normalize();
        LabName usual = LabName.ofDirectory(String.valueOf(root.getFileName()));
        LabName asked = name.map(LabName::new).orElse(usual);
        return new Lab(settings, root, asked.value().equals(usual.value()) ? usual : asked);
    }

    public String name() {
        return site.name().value();
    }

    /** What a command needs to mean this lab, e.g. {@code  --name work}; empty for the usual one. */
    public String option() {
        return site.name().option();
    }

    /** Brings it up, or adds what is missing of one that is up; the rest of an aborted one is removed first. */
    public LabStatus up(LabOptions options, Progress progress, Deadline deadline) {
        Privileges.requireRoot("bringing up a lab", site.name().command("up"));
        try (LockFile _ = LabLock.acquire(root, site.name(), deadline)) {
            refuseForeign();
            LabRequirements.ensure(options, progress, deadline);
            InotifyLimit.raise(progress);
            Optional<LabProcess> running = keeper.find();
            if (running.isEmpty()) {
                clearAborted(progress, deadline);
            }
            List<LabHost> absent = hosts(options.hosts()).stream()
                    .filter(host -> host.process().isEmpty())
                    .toList();
            if (running.isPresent() && options.mirrors() && world.boxConf().isEmpty()) {
                throw new BoxFailure.Refused(
                        "bringing up mirrors in lab '" + name() + "'",
                        "it is up without, and its hosts were made so",
                        site.name().command("down") + ", then " + site.name().command("up --mirrors"));
            }
            if (running.isPresent() && absent.isEmpty()) {
                new Product(site).publish(deadline);
                progress.note("lab '" + name() + "' is already up");
                return status();
            }
            Artifacts artifacts = new Artifacts(cache(), artifactsInUse(), settings);
            if (running.isPresent()) {
                boot(
                        absent,
                        running.get(),
                        artifacts.prepare(
                                options.release(),
                                options.machine().disk(),
                                options.bare(),
                                options.packages(),
                                progress,
                                deadline),
                        options,
                        progress,
                        deadline);
            } else {
                bringUp(absent, artifacts, options, progress, deadline);
            }
            return status();
        }
    }

    private void bringUp(
            List<LabHost> hosts, Artifacts artifacts, LabOptions options, Progress progress, Deadline deadline) {
        boolean whole = false;
        try {
            record Stage(LabProcess keeper, Artifacts.Ready artifacts) {}
            Stage stage = Together.run(
                    () -> startWorld(progress, deadline),
                    () -> artifacts.prepare(
                            options.release(),
                            options.machine().disk(),
                            options.bare(),
                            options.packages(),
                            progress,
                            deadline),
                    Stage::new);
            if (options.mirrors()) {
                startMirrors(
                        stage.keeper(),
                        artifacts.mirrors(WorldPlan.NPM_REGISTRY, progress, deadline),
                        progress,
                        deadline);
            }
            boot(hosts, stage.keeper(), stage.artifacts(), options, progress, deadline);
            whole = true;
        } finally {
            if (!whole) {
                progress.note("taking the unfinished lab down again");
                residue.clear(Deadline.seconds(30));
            }
        }
    }

    private LabProcess startWorld(Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("building the world", deadline)) {
            try {
                Files.createDirectories(site.directory());
                Files.writeString(site.directory().resolve("keeper.sh"), Resource.text("keeper.sh"));
            } catch (IOException e) {
                throw new BoxFailure.Failed(
                        "writing " + site.directory(), String.valueOf(e.getMessage()), "df -h " + root, e);
            }
            Product product = new Product(site);
            product.publish(deadline);
            world.createNetwork(deadline);
            LabProcess process = keeper.start(site.directory().resolve("keeper.sh"), deadline);
            world.startServices(process, product::kept, deadline);
            step.done("");
            return process;
        }
    }

    private void startMirrors(LabProcess process, Mirrors mirrors, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("starting the package mirrors", deadline)) {
            Files.writeString(
                    site.worldDirectory().resolve(LabHost.MIRRORS), mirrors.debian() + "\n" + mirrors.npm() + "\n");
            world.startMirrors(process, new Product(site)::kept, mirrors.debian(), mirrors.npm(), deadline);
            step.done(WorldPlan.MIRROR_NAME);
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "writing " + site.worldDirectory(), String.valueOf(e.getMessage()), "df -h " + root, e);
        }
    }

    private void boot(
            List<LabHost> hosts,
            LabProcess process,
            Artifacts.Ready artifacts,
            LabOptions options,
            Progress progress,
            Deadline deadline) {
        new Product(site).publish(deadline);
        Together.each(
                hosts, host -> host.boot(options.machine(), process, artifacts, options.shared(), progress, deadline));
    }

    /** What stands now, as the kernel tells it. */
    public LabStatus status() {
        Optional<LabProcess> running = keeper.find();
        List<String> leftovers = running.isPresent() ? List.of() : residue.find(Deadline.seconds(10));
        LabStatus.State state = running.isPresent()
                ? LabStatus.State.UP
                : leftovers.isEmpty() ? LabStatus.State.DOWN : LabStatus.State.ABORTED;
        return new LabStatus(
                name(),
                state,
                site.directory(),
                Namespaces.find(site.name().prefix()),
                known().stream()
                        .map(host -> new LabStatus.Host(
                                host.name(), host.address(), host.process().isPresent()))
                        .toList(),
                running.flatMap(process -> ProcessHandle.of(process.pid()))
                        .flatMap(process -> process.info().startInstant())
                        .map(start -> Duration.between(start, java.time.Instant.now()))
                        .orElse(Duration.ZERO),
                leftovers,
                new ArtifactStore(cache()).contents());
    }

    /** Throws {@link BoxFailure.Refused} if there is none of that name. */
    public LabHost host(String host) {
        return known().stream()
                .filter(candidate -> candidate.name().equals(host))
                .findFirst()
                .orElseThrow(() -> new BoxFailure.Refused(
                        "looking for " + host + " in lab '" + name() + "'",
                        known().isEmpty()
                                ? "this lab is not up"
                                : "its hosts are "
                                        + String.join(
                                                ", ",
                                                known().stream()
                                                        .map(LabHost::name)
                                                        .toList()),
                        site.name().command(known().isEmpty() ? "up" : "status")));
    }

    public String logs(String host, Deadline deadline) {
        return host(host).logs(deadline);
    }

    public void reboot(String host, Progress progress, Deadline deadline) {
        Privileges.requireRoot("rebooting " + host, site.name().command("reboot " + host));
        LabProcess process = keeper.find()
                .orElseThrow(() -> new BoxFailure.Failed(
                        "rebooting " + host, "this lab is not up", site.name().command("up")));
        host(host).reboot(process, progress, deadline);
    }

    /** Ends it and removes everything but the cache; throws {@link BoxFailure.Failed} naming whatever still stands. */
    public void down(Progress progress, Deadline deadline) {
        Privileges.requireRoot("taking down a lab", site.name().command("down"));
        try (LockFile _ = LabLock.acquire(root, site.name(), deadline)) {
            refuseForeign();
            try (Progress.Step step = progress.step("taking down lab '" + name() + "'", deadline)) {
                keeper.find().ifPresent(LabProcess::kill);
                residue.clear(deadline);
                requireAbsence(deadline);
                step.done("nothing left");
            }
        }
    }

    /** For tests: the hierarchies that it makes its groups in. */
    Cgroups groups() {
        return site.cgroups();
    }

    /** Throws {@link BoxFailure.Failed} naming what stands. */
    void requireAbsence(Deadline deadline) {
        List<String> left = residue.find(deadline);
        if (!left.isEmpty()) {
            throw new BoxFailure.Failed(
                    "taking down lab '" + name() + "'",
                    "still there: " + String.join(", ", left),
                    site.name().command("down"));
        }
    }

    private void clearAborted(Progress progress, Deadline deadline) {
        List<String> left = residue.find(deadline);
        if (left.isEmpty()) {
            return;
        }
        try (Progress.Step step = progress.step("removing what an aborted lab left", deadline)) {
            residue.clear(deadline);
            requireAbsence(deadline);
            step.done(left.size() + " things");
        }
    }

    private void refuseForeign() {
        keeper.foreignOwner().ifPresent(owner -> {
            throw new BoxFailure.Refused(
                    "using the lab name '" + name() + "'",
                    "a lab of that name runs from " + owner,
                    "give this one a name of its own: --name <name>");
        });
    }

    private List<LabHost> hosts(int count) {
        List<LabHost> hosts = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            hosts.add(new LabHost(site, number));
        }
        return hosts;
    }

    private List<LabHost> known() {
        try (var directories = Files.list(site.hostsDirectory())) {
            return directories
                    .map(directory ->
                            LabHost.named(site, directory.getFileName().toString()))
                    .flatMap(Optional::stream)
                    .sorted(java.util.Comparator.comparing(LabHost::name))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Whether hosts of this state directory's labs were booted from an artefact, as each noted. */
    private Predicate<Path> artifactsInUse() {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(root.resolve("labs"), 4)) {
            for (Path file : (Iterable<Path>) files.filter(LabHost::namesArtifacts)::iterator) {
                text.append(Files.readString(file)).append('\n');
            }
        } catch (IOException | UncheckedIOException e) {
            return path -> true; // cannot tell
        }
        return path -> text.indexOf(path.toString()) >= 0;
    }

    private Path cache() {
        return root.resolve("cache");
    }
}
