package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * The real daemon that lab tests use: an Incus with a pool {@code default}; BOX_TEST_IMAGE_DIR holds the two files of a
 * guest image. There is no skipping: who selects these tests without a daemon sees them fail.
 */
final class LabDaemon {

    /** The guest image's alias on that daemon; {@link #launch} imports it once. */
    static final String IMAGE = "client-test";

    private LabDaemon() {}

    static Path socket() {
        String named = System.getProperty("BOX_TEST_INCUS_SOCKET", System.getenv("BOX_TEST_INCUS_SOCKET"));
        assertThat(named)
                .as("BOX_TEST_INCUS_SOCKET names the real daemon's socket")
                .isNotBlank();
        return Path.of(named);
    }

    static Incus connect() {
        return Incus.connect(Endpoint.of(socket()));
    }

    static Deadline soon() {
        return Deadline.seconds(30);
    }

    static Path imageFile(String part) {
        String directory = System.getProperty("BOX_TEST_IMAGE_DIR", System.getenv("BOX_TEST_IMAGE_DIR"));
        assertThat(directory).as("BOX_TEST_IMAGE_DIR holds a split image").isNotBlank();
        File[] found = new File(directory).listFiles((folder, name) -> name.contains(part));
        assertThat(found)
                .as("the file of %s whose name contains '%s'", directory, part)
                .hasSize(1);
        return found[0].toPath();
    }

    static void needImage(Incus incus) {
        if (incus.images().findAlias(IMAGE, soon()).isPresent()) {
            return;
        }
        String fingerprint = fingerprint();
        if (incus.images().list(soon()).stream()
                .noneMatch(image -> image.fingerprint().equals(fingerprint))) {
            incus.images()
                    .importSplit(imageFile("meta"), imageFile("rootfs"), Map.of(), Deadline.seconds(120))
                    .await(Deadline.seconds(120));
        }
        incus.images().createAlias(IMAGE, fingerprint, "", soon());
    }

    /** Of a split image it is the SHA-256 of the one file and the other: whoever imported it before, it is the same. */
    private static String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Files.readAllBytes(imageFile("meta")));
            digest.update(Files.readAllBytes(imageFile("rootfs")));
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** A container that runs, without a network and with an init that needs no boot time. */
    static void launch(Incus incus, String name) {
        remove(incus, name);
        needImage(incus);
        incus.instances().create(request(name), soon()).await(Deadline.seconds(60));
        incus.instances().start(name, soon()).await(soon());
    }

    /** A container that leans on no profile: a host's default one may have neither a disk nor a network. */
    static InstanceRequest request(String name) {
        return InstanceRequest.fromImage(name, "container", IMAGE)
                .withDevices(Map.of(
                        "eth0",
                        Map.of("type", "none"),
                        "root",
                        Map.of("type", "disk", "path", "/", "pool", "default")));
    }

    static void remove(Incus incus, String name) {
        incus.instances().find(name, soon()).ifPresent(found -> {
            if (found.value().running()) {
                incus.instances().stop(name, StopMode.FORCE, soon()).await(soon());
            }
            incus.instances().delete(name, soon()).await(soon());
        });
    }
}
