package dev.box.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import dev.box.incus.Image;
import dev.box.incus.Incus;
import dev.box.incus.Project;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in a lab host's network namespace, from which no image server can be reached; in a project with a store of its own. */
@Tag("lab")
class BaseImagesLabTest {

    private static final String NAME = "images:debian/13/cloud";
    private static final String PROJECT = "image-test";

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final Incus daemon = Incus.connect(Endpoint.of(Path.of(required("BOX_TEST_INCUS_SOCKET"))));
    private final Incus store = daemon.inProject(PROJECT);

    @BeforeEach
    void emptyStore() {
        daemon.projects()
                .create(
                        Project.of(PROJECT, "", Map.of("features.images", "true", "features.profiles", "true")),
                        soon());
    }

    @AfterEach
    void tidy() {
        for (Image image : store.images().list(soon())) {
            store.images().delete(image.fingerprint(), soon()).await(soon());
        }
        daemon.projects().delete(PROJECT, soon());
        daemon.close();
    }

    @Test
    void an_import_is_idempotent_and_afterwards_no_network_is_needed() throws IOException {
        BaseImages images = images("https://127.0.0.1:1");
        String fingerprint = images.importBuilt(NAME, file("meta"), file("rootfs"), Progress.silent(), soon());
        assertThat(images.importBuilt(NAME, file("meta"), file("rootfs"), Progress.silent(), soon()))
                .isEqualTo(fingerprint);
        assertThat(images.list(soon())).singleElement().satisfies(image -> {
            assertThat(image.fingerprint()).isEqualTo(fingerprint);
            assertThat(image.aliases()).extracting(Image.Alias::name).containsExactly("box/debian/13/cloud");
        });
        assertThat(images.resolve(NAME, "container", Progress.silent(), soon()))
                .isEqualTo(new ResolvedImage(NAME, fingerprint, ResolvedImage.Source.BUILT));
        assertThat(images.resolve("local:box/debian/13/cloud", "container", Progress.silent(), soon())
                        .fingerprint())
                .isEqualTo(fingerprint);
        assertThatThrownBy(() -> images.resolve(NAME, "virtual-machine", Progress.silent(), soon()))
                .as("a container's image is no VM's")
                .isInstanceOf(BoxFailure.Failed.class);

        images.remove("box/debian/13/cloud", soon());
        assertThat(images.list(soon())).isEmpty();
    }

    @Test
    void a_disk_is_the_image_of_a_vm_and_stands_beside_the_one_for_containers() throws IOException {
        BaseImages images = images("https://127.0.0.1:1");
        String container = images.importBuilt(NAME, file("meta"), file("rootfs"), Progress.silent(), soon());
        String vm = images.importBuilt(NAME, file("meta"), disk(), Progress.silent(), soon());

        assertThat(images.list(soon()))
                .filteredOn(image -> image.fingerprint().equals(vm))
                .singleElement()
                .satisfies(image -> {
                    assertThat(image.type()).isEqualTo("virtual-machine");
                    assertThat(image.aliases()).extracting(Image.Alias::name).containsExactly("box/debian/13/cloud/vm");
                });
        assertThat(images.resolve(NAME, "virtual-machine", Progress.silent(), soon()))
                .isEqualTo(new ResolvedImage(NAME, vm, ResolvedImage.Source.BUILT));
        assertThat(images.resolve(NAME, "container", Progress.silent(), soon()).fingerprint())
                .isEqualTo(container);
    }

    @Test
    void a_vm_without_an_image_is_told_how_to_build_one() {
        assertThatThrownBy(
                        () -> images("https://127.0.0.1:1").resolve(NAME, "virtual-machine", Progress.silent(), soon()))
                .isInstanceOf(BoxFailure.Failed.class)
                .satisfies(e -> assertThat(((BoxFailure) e).advice()).startsWith("box image build --vm,"))
                .message()
                .contains("not built here (alias box/debian/13/cloud/vm)");
    }

    @Test
    void a_server_that_cannot_be_reached_is_told_with_all_that_was_tried_and_what_to_do() {
        assertThatThrownBy(() -> images("https://127.0.0.1:1").resolve(NAME, "container", Progress.silent(), soon()))
                .isInstanceOf(BoxFailure.Failed.class)
                .satisfies(e -> assertThat(((BoxFailure) e).advice()).startsWith("box image build"))
                .message()
                .contains("not cached (alias box/images/debian/13/cloud)")
                .contains("not built here (alias box/debian/13/cloud)")
                .contains("https://127.0.0.1:1 could not give it")
                .contains("connection refused");
    }

    @Test
    void a_server_that_takes_the_connection_and_never_answers_is_given_up_soon() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = "https://127.0.0.1:" + silent.getLocalPort();
            assertThatThrownBy(() -> images(url).resolve(NAME, "container", Progress.silent(), soon()))
                    .isInstanceOf(BoxFailure.Failed.class)
                    .message()
                    .containsAnyOf("no data within 15 s", "no answer within 15000 ms");
        }
    }

    @Test
    void an_image_that_box_did_not_put_there_is_not_removed() {
        assertThatThrownBy(() -> images("https://127.0.0.1:1").remove("golden", soon()))
                .isInstanceOf(BoxFailure.Refused.class);
    }

    private BaseImages images(String server) {
        return new BaseImages(store, Settings.of(Map.of("BOX_IMAGE_SERVER", server)));
    }

    /** The daemon takes any bytes for a disk until it makes an instance of it. */
    private Path disk() throws IOException {
        return Files.writeString(directory.resolve("disk.qcow2"), "a disk");
    }

    private static Path file(String part) throws IOException {
        try (var files = Files.list(Path.of(required("BOX_TEST_IMAGE_DIR")))) {
            return files.filter(file -> file.getFileName().toString().contains(part))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String required(String variable) {
        String value = System.getenv(variable);
        if (value == null || value.isEmpty()) {
            throw new IllegalStateException(variable + " is not set: this test needs a lab host");
        }
        return value;
    }

    private static Deadline soon() {
        return Deadline.seconds(120);
    }
}
