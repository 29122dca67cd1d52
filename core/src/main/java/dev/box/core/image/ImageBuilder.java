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
import java.util.HexFormat;
import java.util.List;

/**
 * Builds Debian 13 "cloud" as a container image for Incus, from a Debian mirror alone. What a guest may reach is decided
 * by the host's layers; so the guest is left as Debian ships it, and nothing is switched off in it for the sake of isolation.
 */
public final class ImageBuilder {

    /** Names of the two files in the output directory. */
    public static final String METADATA = "debian-13-cloud-metadata.tar.gz";

    public static final String ROOTFS = "debian-13-cloud-rootfs.squashfs";

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

    public ImageBuilder(DebianMirror mirror) {
        this.mirror = mirror;
    }

    /**
     * Builds both files into {@code directory}, which is created; each appears under its name only when whole. Needs
     * root. Throws {@link BoxFailure} if a program is missing or the mirror cannot be reached.
     */
    public BuiltImage build(Path directory, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("building the Debian 13 cloud image", deadline)) {
            BuiltImage image = build(directory, step, deadline);
            step.done(image.rootfs().toFile().length() / 1_000_000 + " MB");
            return image;
        }
    }

    /** The same as part of a caller's own step. */
    public BuiltImage build(Path directory, Progress.Step step, Deadline deadline) {
        Privileges.requireRoot("building an image", "box image build");
        ImageTools.require();
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
                    "building an image in " + directory,
                    String.valueOf(e.getMessage()),
                    "check the disk: df -h " + directory,
                    e);
        }
    }

    /** Everything that decides what comes out, as text: for a cache key. */
    public String recipe() {
        return bootstrap().recipe() + resource("metadata.yaml") + resource("metadata.sh");
    }

    private Mmdebstrap bootstrap() {
        return new Mmdebstrap(PACKAGES, resource("guest-hook.sh"), mirror);
    }

    private BuiltImage build(Path directory, Path scratch, Progress.Step step, Deadline deadline) throws IOException {
        Path tar = scratch.resolve("rootfs.tar");
        bootstrap().build(tar, scratch, step, deadline);
        step.update("packing");
        Path rootfs = scratch.resolve(ROOTFS);
        Subprocess.of(
                        "sh",
                        "-c",
                        "exec tar2sqfs -q -f -c zstd \"$1\" < \"$2\"",
                        "sh",
                        rootfs.toString(),
                        tar.toString())
                .orFail("packing the image's root file system", "check the disk: df -h " + directory, deadline);
        Path metadata = metadata(scratch, deadline);
        Path finalRootfs = Files.move(rootfs, directory.resolve(ROOTFS), StandardCopyOption.ATOMIC_MOVE);
        Path finalMetadata = Files.move(metadata, directory.resolve(METADATA), StandardCopyOption.ATOMIC_MOVE);
        return new BuiltImage(finalMetadata, finalRootfs, contentHash(finalMetadata, finalRootfs));
    }

    private static Path metadata(Path scratch, Deadline deadline) throws IOException {
        Path tree = Files.createDirectories(scratch.resolve("metadata"));
        String yaml = resource("metadata.yaml")
                .replace("@EPOCH@", Long.toString(Instant.now().getEpochSecond()))
                .replace("@ARCH@", System.getProperty("os.arch", "").equals("aarch64") ? "aarch64" : "x86_64");
        Files.writeString(tree.resolve("metadata.yaml"), yaml);
        Path packed = scratch.resolve(METADATA);
        Subprocess.of("sh", "-c", resource("metadata.sh"), "sh", tree.toString(), packed.toString())
                .orFail("packing the image's metadata", "check the disk: df -h " + scratch, deadline);
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
