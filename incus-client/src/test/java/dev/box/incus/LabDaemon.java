package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;

/**
 * The real daemon that lab tests use: an Incus with a pool {@code default}, a default profile with a root disk and an
 * image {@code box13}. There is no skipping: who selects these tests without a daemon sees them fail.
 */
final class LabDaemon {

    static final String IMAGE = "box13";

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

    /** A container that runs, without a network and with an init that needs no boot time. */
    static void launch(Incus incus, String name) {
        remove(incus, name);
        InstanceRequest request =
                InstanceRequest.fromImage(name, "container", IMAGE).withDevices(Map.of("eth0", Map.of("type", "none")));
        incus.instances().create(request, soon()).await(Deadline.seconds(60));
        incus.instances().start(name, soon()).await(soon());
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
