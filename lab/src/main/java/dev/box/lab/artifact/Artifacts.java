package dev.box.lab.artifact;

import dev.box.core.image.DebianMirror;
import dev.box.core.image.ImageBuilder;
import dev.box.core.image.ImageType;
import dev.box.core.image.Mmdebstrap;
import dev.box.core.mint.TemplatePackages;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.lab.machine.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The lab's artefacts: what each is made of, and in which order. */
public final class Artifacts {

    private static final List<String> HOST_PACKAGES = List.of(
            "systemd",
            "systemd-sysv",
            "dbus",
            "libpam-systemd",
            "dbus-user-session",
            "udev",
            "kmod",
            "iproute2",
            "iputils-ping",
            "netbase",
            "sudo",
            "procps",
            "ca-certificates",
            "less",
            "adduser",
            "passwd");

    /** What a host can install although it has no network: Incus, and whatever {@code box setup-host} asks for. */
    private static final List<String> REPOSITORY_PACKAGES = List.of(
            "incus",
            "incus-base",
            "incus-client",
            "dnsmasq-base",
            "apparmor",
            "btrfs-progs",
            "nftables",
            "iptables",
            "conntrack",
            "python3-minimal",
            "tmux",
            "jq");

    private static final List<String> LAYER_PACKAGES =
            List.of("incus-base", "incus-client", "dnsmasq-base", "btrfs-progs", "nftables");

    private static final String STATUS = "tree/var/lib/dpkg/status";

    private static final String BACKPORTS_HOOK =
            "echo 'deb [trusted=yes] file:/srv/repo/backports ./' >> \"$R/etc/apt/sources.list.d/lab.list\"\n";
    /** Room for Incus's pool; a file with holes. */
    private static final String DISK_SIZE = "24G";

    private final Path cache;
    private final Predicate<Path> inUse;
    private final ArtifactStore store;
    private final Settings settings;

    /**
     * @param cache the directory that holds them, shared by all labs of one state directory
     * @param inUse whether a standing lab uses one; it stays when superseded
     */
    public Artifacts(Path cache, Predicate<Path> inUse, Settings settings) {
        this.cache = cache;
        this.inUse = inUse;
        this.store = new ArtifactStore(cache);
        this.settings = settings;
    }

    /**
     * What a lab host is made of.
     *
     * @param layers overlay lower directories, top first
     * @param repository a flat apt repository
     * @param images holds the two files of the guest image
     * @param machine holds kernel, initial RAM disk and root file system of an emulated machine, if one was asked for
     * @param vmImages holds the two files of the guest image for VMs, if the machine runs them
     */
    public record Ready(
            List<Path> layers, Path repository, Path images, Optional<Path> machine, Optional<Path> vmImages) {}

    /**
     * Builds what is missing: the guest image beside the chain root file system → packages → layer.
     *
     * @param of what the hosts run; a release other than box's own is bare
     * @param disk that of hosts that are machines under emulation: packages → layer → disk
     * @param extra packages that the hosts' repository holds beside the usual ones; sorted
     */
    public Ready prepare(
            HostRelease of,
            Optional<MachineDisk> disk,
            boolean bare,
            List<String> extra,
            Progress progress,
            Deadline deadline) {
        DebianMirror mirror = DebianMirror.find(settings, deadline);
        PackageIndex index = refreshed(HostRelease.DEBIAN_13, mirror, progress, deadline);
        String release = index.release();
        return Together.run(
                () -> images(disk, mirror, release, progress, deadline),
                () -> of == HostRelease.DEBIAN_13
                        ? hostLayers(mirror, index, release, bare, offered(disk, bare, extra), progress, deadline)
                        : olderHost(of, mirror, extra, progress, deadline),
                (images, host) -> new Ready(
                        host.layers(),
                        host.repository(),
                        images.containers(),
                        disk.map(one -> machine(one, bare, index, host.layers(), progress, deadline)),
                        images.vms()));
    }

    private record Images(Path containers, Optional<Path> vms) {}

    private Images images(
            Optional<MachineDisk> disk, DebianMirror mirror, String release, Progress progress, Deadline deadline) {
        return new Images(
                image(ImageType.CONTAINER, mirror, release, progress, deadline),
                disk.filter(MachineDisk.VM::equals).map(_ -> image(ImageType.VM, mirror, release, progress, deadline)));
    }

    /** What the repository holds beside the usual: what is asked for, and what a bare machine lacks. */
    private static List<String> offered(Optional<MachineDisk> disk, boolean bare, List<String> extra) {
        return disk.filter(_ -> bare)
                .map(one -> Stream.concat(extra.stream(), one.hostPackages().stream())
                        .sorted()
                        .distinct()
                        .toList())
                .orElse(extra);
    }

    private PackageIndex refreshed(HostRelease of, DebianMirror mirror, Progress progress, Deadline deadline) {
        String name = of == HostRelease.DEBIAN_13 ? ".apt" : ".apt-" + of.suite();
        PackageIndex index = new PackageIndex(cache.resolve(name), mirror, of);
        if (!index.refresh(deadline)) {
            progress.warn("the mirror " + mirror.url() + " does not answer: building on what was last fetched from it");
        }
        return index;
    }

    /** A bare host of another release, with a repository of its own that keeps backports apart. */
    private HostParts olderHost(
            HostRelease of, DebianMirror mirror, List<String> extra, Progress progress, Deadline deadline) {
        PackageIndex index = refreshed(of, mirror, progress, deadline);
        String release = index.release();
        String hook = Resource.text("artifact-host-hook.sh") + BACKPORTS_HOOK;
        Mmdebstrap bootstrap = new Mmdebstrap(HOST_PACKAGES, hook, mirror, of.suite());
        CacheKey baseKey = CacheKey.of(of.suite() + "-rootfs", List.of(bootstrap.recipe(), release));
        Path base = take(
                baseKey,
                "the root file system of a host with Debian " + of.suite(),
                (into, step, until) -> bootstrap(bootstrap, into, step, until),
                progress,
                deadline);
        List<String> packages = new ArrayList<>(REPOSITORY_PACKAGES);
        packages.addAll(extra);
        CacheKey repoKey = CacheKey.of(of.suite() + "-packages", List.of(baseKey.hash(), release, packages.toString()));
        Path repository = take(
                repoKey,
                "the package repository of Debian " + of.suite(),
                (into, step, until) -> {
                    Path archives = into.resolve("archives");
                    index.download(packages, base.resolve(STATUS), archives, until);
                    FlatRepository.collectBackports(
                            archives,
                            Files.createDirectory(into.resolve("backports")),
                            of.suites().getLast(),
                            until);
                    FlatRepository.collect(archives, into, until);
                    ArtifactStore.remove(archives);
                },
                progress,
                deadline);
        return new HostParts(List.of(base.resolve("tree")), repository);
    }

    /**
     * Package mirrors for what the shipped templates install in a box of the lab's guest image.
     *
     * @param npmUrl where the registry's part is going to be served: its answers name it
     */
    public Mirrors mirrors(String npmUrl, Progress progress, Deadline deadline) {
        TemplatePackages packages = TemplatePackages.ofShipped();
        DebianMirror mirror = DebianMirror.find(settings, deadline);
        PackageIndex index = new PackageIndex(cache.resolve(".apt"), mirror, HostRelease.DEBIAN_13);
        String release = index.release();
        Path image = image(ImageType.CONTAINER, mirror, release, progress, deadline);
        CacheKey debian = CacheKey.of(
                "debian-mirror",
                List.of(
                        image.getFileName().toString(),
                        release,
                        packages.debian().toString()));
        NpmRegistry registry = new NpmRegistry(cache.resolve(".npm"), packages.npm());
        String lock = registry.resolve(progress, deadline);
        CacheKey npm = CacheKey.of("npm-mirror", List.of(lock, npmUrl, NpmRegistry.recipe()));
        return new Mirrors(
                take(
                        debian,
                        "the Debian mirror",
                        (into, step, until) -> debian(index, packages.debian(), image, into, until),
                        progress,
                        deadline),
                take(
                        npm,
                        "the npm mirror",
                        (into, step, until) -> registry.mirror(lock, into, npmUrl, until),
                        progress,
                        deadline));
    }

    private static void debian(PackageIndex index, List<String> packages, Path image, Path into, Deadline deadline)
            throws IOException {
        Path scratch = Files.createDirectory(into.resolve("scratch")); // apt leaves locks beside a status file
        Path status = scratch.resolve("status");
        String installed = Subprocess.of(
                        "rdsquashfs",
                        "--cat",
                        "/var/lib/dpkg/status",
                        image.resolve(ImageType.CONTAINER.root()).toString())
                .orFail("reading what the guest image has", "run the same command again", deadline)
                .stdout();
        Files.writeString(status, installed);
        index.mirror(packages, status, into, deadline);
        ArtifactStore.remove(scratch);
    }

    private record HostParts(List<Path> layers, Path repository) {}

    private Path take(CacheKey key, String what, ArtifactStore.Builder builder, Progress progress, Deadline deadline) {
        Path taken = store.get(key, what, builder, progress, deadline);
        store.prune(key, inUse);
        return taken;
    }

    private Path image(ImageType type, DebianMirror mirror, String release, Progress progress, Deadline deadline) {
        ImageBuilder builder = new ImageBuilder(mirror, type);
        boolean vms = type == ImageType.VM;
        CacheKey key = CacheKey.of(vms ? "vm-image" : "guest-image", List.of(builder.recipe(), release));
        return take(
                key,
                "the guest image" + (vms ? " for VMs" : ""),
                (into, step, until) -> builder.build(into, step, until),
                progress,
                deadline);
    }

    private HostParts hostLayers(
            DebianMirror mirror,
            PackageIndex index,
            String release,
            boolean bare,
            List<String> extra,
            Progress progress,
            Deadline deadline) {
        Mmdebstrap bootstrap = new Mmdebstrap(HOST_PACKAGES, Resource.text("artifact-host-hook.sh"), mirror);
        CacheKey baseKey = CacheKey.of("host-rootfs", List.of(bootstrap.recipe(), release));
        Path base = take(
                baseKey,
                "the host's root file system",
                (into, step, until) -> bootstrap(bootstrap, into, step, until),
                progress,
                deadline);
        CacheKey repoKey = CacheKey.of("packages", List.of(baseKey.hash(), release, REPOSITORY_PACKAGES.toString()));
        Path repository = take(
                repoKey,
                "the package repository",
                (into, step, until) -> repository(index, REPOSITORY_PACKAGES, base, into, until),
                progress,
                deadline);
        Path offered = extra.isEmpty() ? repository : widened(index, extra, repoKey, base, progress, deadline);
        if (bare) {
            return new HostParts(List.of(base.resolve("tree")), offered);
        }
        String script = Resource.text("artifact-layer.sh");
        CacheKey layerKey = CacheKey.of("incus-layer", List.of(repoKey.hash(), script, LAYER_PACKAGES.toString()));
        Path layer = take(
                layerKey,
                "the layer with Incus installed",
                (into, step, until) -> layer(script, base, repository, into, step, until),
                progress,
                deadline);
        return new HostParts(List.of(layer.resolve("upper"), base.resolve("tree")), offered);
    }

    /** A disk that holds what the layers hold, and a kernel. */
    private Path machine(
            MachineDisk disk,
            boolean bare,
            PackageIndex index,
            List<Path> layers,
            Progress progress,
            Deadline deadline) {
        List<String> packages = disk.packages(bare);
        String script = Resource.text("artifact-disk.sh");
        List<String> names = layers.stream().map(Path::toString).toList();
        CacheKey key = CacheKey.of(
                disk.kind(), List.of(names.toString(), index.release(), script, packages.toString(), DISK_SIZE));
        return take(
                key,
                "the disk of an emulated machine",
                (into, step, until) -> disk(script, index, packages, names, into, step, until),
                progress,
                deadline);
    }

    private static void disk(
            String script,
            PackageIndex index,
            List<String> packages,
            List<String> layers,
            Path into,
            Progress.Step step,
            Deadline deadline)
            throws IOException {
        Path scratch = Files.createDirectory(into.resolve("scratch"));
        for (String part : List.of("upper", "work", "root", "repository")) {
            Files.createDirectory(scratch.resolve(part));
        }
        Path status = Path.of(layers.getFirst()).resolve("var/lib/dpkg/status");
        Path archives = scratch.resolve("archives");
        index.download(packages, status, archives, deadline);
        FlatRepository.collect(archives, scratch.resolve("repository"), deadline);
        Path file = Files.writeString(scratch.resolve("install.sh"), script);
        List<String> argv = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "--propagation=private",
                "--pid",
                "--net",
                "--fork",
                "--kill-child=KILL",
                "sh",
                file.toString(),
                scratch.toString(),
                into.toString(),
                String.join(":", layers),
                scratch.resolve("repository").toString(),
                DISK_SIZE));
        argv.addAll(packages);
        Subprocess.of(argv)
                .onLine(line -> step.update(dev.box.core.text.Untrusted.line(line)))
                .orFail("making an emulated machine's disk", "run the same command again", deadline);
        ArtifactStore.remove(scratch);
    }

    /** The usual repository and more, under a name of its own: the usual one, and the layer made of it, stay as they are. */
    private Path widened(
            PackageIndex index, List<String> extra, CacheKey usual, Path base, Progress progress, Deadline deadline) {
        List<String> packages = new ArrayList<>(REPOSITORY_PACKAGES);
        packages.addAll(extra);
        CacheKey key = CacheKey.of("extra-packages", List.of(usual.hash(), packages.toString()));
        return take(
                key,
                "the package repository with " + String.join(", ", extra),
                (into, step, until) -> repository(index, packages, base, into, until),
                progress,
                deadline);
    }

    private static void bootstrap(Mmdebstrap bootstrap, Path into, Progress.Step step, Deadline deadline)
            throws IOException {
        Path scratch = Files.createDirectory(into.resolve("scratch"));
        bootstrap.build(into.resolve("tree"), scratch, step, deadline);
        ArtifactStore.remove(scratch);
    }

    private static void repository(PackageIndex index, List<String> packages, Path base, Path into, Deadline deadline)
            throws IOException {
        Path archives = into.resolve("archives");
        index.download(packages, base.resolve(STATUS), archives, deadline);
        FlatRepository.collect(archives, into, deadline);
        ArtifactStore.remove(archives);
    }

    private static void layer(
            String script, Path base, Path repository, Path into, Progress.Step step, Deadline deadline)
            throws IOException {
        for (String part : List.of("upper", "work", "root", "script")) {
            Files.createDirectory(into.resolve(part));
        }
        Path file = Files.writeString(into.resolve("script/install.sh"), script);
        List<String> argv = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "--propagation=private",
                "--pid",
                "--net",
                "--fork",
                "--kill-child=KILL",
                "sh",
                file.toString(),
                into.toString(),
                base.resolve("tree").toString(),
                repository.toString()));
        argv.addAll(LAYER_PACKAGES);
        Subprocess.of(argv)
                .onLine(line -> step.update(dev.box.core.text.Untrusted.line(line)))
                .orFail("installing Incus into the lab's host", "run the same command again", deadline);
        for (String part : List.of("work", "root", "script")) {
            ArtifactStore.remove(into.resolve(part));
        }
    }
}
