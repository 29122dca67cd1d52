package dev.box.core.image;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Privileges;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Builds Debian 13 "cloud" as an image for Incus, for containers or for VMs, from a Debian mirror alone. What a guest may reach is decided
 * by the host's layers; so the guest is left as Debian ships it, and nothing is switched off in it for the sake of isolation.
 */
public final class ImageBuilder {

    /** udev: without it networkd waits for ever for its links. python3 comes with cloud-init. */
    private static final List<String> PACKAGES = List.of(
            "systemd",
            "systemd-sysv",
            "systemd-resolved",
            "dbus",
            "udev",
            "libpam-systemd",
            "iproute2",
            "iputils-ping",
            "netbase",
            "ca-certificates",
            "sudo",
            "cloud-init",
            "netcat-openbsd",
            "procps",
            "tmux");

    private final DebianMirror mirror;
    private final ImageType type;

    public ImageBuilder(DebianMirror mirror, ImageType type) {
        this.mirror = mirror;
        this.type = type;
    }

    /**
     * Builds both files into {@code directory}, which is created; each appears under its name only when whole. Needs
     * root. Throws {@link BoxFailure} if a program is missing or the mirror cannot be reached.
     */
    public BuiltImage build(Path directory, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step(title(), deadline)) {
            BuiltImage image = build(directory, step, deadline);
            step.done(image.rootfs().toFile().length() / 1_000_000 + " MB");
            return image;
        }
    }

    private String title() {
        return "building the Debian 13 cloud image" + (type == ImageType.VM ? " for VMs" : "");
    }

    /** The same as part of a caller's own step. */
    public BuiltImage build(Path directory, Progress.Step step, Deadline deadline) {
        Privileges.requireRoot("building an image", "box image build");
        ImageTools.require(type);
        try {
            Files.createDirectories(directory);
            Path scratch = Files.createTempDirectory(directory, ".build-");
            try {
                return build(directory, scratch, step, deadline);
            } finally {
                remove(scratch);
            }
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "building an image in " + directory, String.valueOf(e.getMessage()), checkDisk(directory), e);
        }
    }

    /** Everything that decides what comes out, as text: for a cache key. */
    public String recipe() {
        return bootstrap().recipe()
                + resource("metadata.yaml")
                + resource("metadata.sh")
                + type.seed()
                + type.network()
                + (type == ImageType.VM ? resource("vm-disk.sh") : "");
    }

    private Mmdebstrap bootstrap() {
        List<String> packages = new ArrayList<>(PACKAGES);
        packages.addAll(type.packages());
        return new Mmdebstrap(packages, resource("guest-hook.sh") + resource(type.hook()), mirror);
    }

    private BuiltImage build(Path directory, Path scratch, Progress.Step step, Deadline deadline) throws IOException {
        Path root = scratch.resolve(type.root());
        switch (type) {
            case CONTAINER -> squashfs(root, scratch, step, deadline);
            case VM -> disk(root, scratch, step, deadline);
        }
        Path metadata = metadata(scratch, deadline);
        Path finalRoot = Files.move(root, directory.resolve(type.root()), StandardCopyOption.ATOMIC_MOVE);
        Path finalMetadata = Files.move(metadata, directory.resolve(type.metadata()), StandardCopyOption.ATOMIC_MOVE);
        return new BuiltImage(finalMetadata, finalRoot, contentHash(finalMetadata, finalRoot));
    }

    private void squashfs(Path root, Path scratch, Progress.Step step, Deadline deadline) {
        Path tar = scratch.resolve("rootfs.tar");
        bootstrap().build(tar, scratch, step, deadline);
        step.update("packing");
        Subprocess.of("sh", "-c", "exec tar2sqfs -q -f -c zstd \"$1\" < \"$2\"", "sh", root.toString(), tar.toString())
                .orFail("packing the image's root file system", checkDisk(scratch), deadline);
    }

    private void disk(Path root, Path scratch, Progress.Step step, Deadline deadline) {
        Path tree = scratch.resolve("tree");
        bootstrap().build(tree, scratch, step, deadline);
        step.update("making the disk");
        Subprocess.of("sh", "-c", resource("vm-disk.sh"), "sh", tree.toString(), scratch.toString(), root.toString())
                .orFail("making the image's disk", checkDisk(scratch), deadline);
    }

    private static String checkDisk(Path directory) {
        return "check the disk: df -h " + directory;
    }

    private Path metadata(Path scratch, Deadline deadline) throws IOException {
        Path tree = Files.createDirectories(scratch.resolve("metadata"));
        String yaml = resource("metadata.yaml")
                .replace("@EPOCH@", Long.toString(Instant.now().getEpochSecond()))
                .replace("@ARCH@", ImageType.arm() ? "aarch64" : "x86_64")
                .replace("@SEED@", type.seed())
                .replace("@NETWORK@", type.network());
        Files.writeString(tree.resolve("metadata.yaml"), yaml);
        Path packed = scratch.resolve(type.metadata());
        Subprocess.of("sh", "-c", resource("metadata.sh"), "sh", tree.toString(), packed.toString())
                .orFail("packing the image's metadata", checkDisk(scratch), deadline);
        return packed;
    }

    /** SHA-256 over both files in the order in which the daemon takes its fingerprint of a split image. */
    public static String contentHash(Path metadata, Path rootfs) throws IOException {
        MessageDigest sha256;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        for (Path file : List.of(metadata, rootfs)) {
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha256)) {
                in.transferTo(java.io.OutputStream.nullOutputStream());
            }
        }
        return HexFormat.of().formatHex(sha256.digest());
    }

    private static void remove(Path scratch) {
        Subprocess.of("rm", "-rf", "--one-file-system", scratch.toString()).run(Deadline.seconds(60));
    }

    private static String resource(String name) {
        try (InputStream in = ImageBuilder.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not in this build of box: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
