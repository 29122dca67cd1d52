package dev.box.core.mint;

import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.image.BaseImages;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Resources;
import dev.box.core.template.Templates;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import dev.box.incus.ExecRequest;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.StopMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A lab host with the host stack, for tests that are tagged {@code lab}: {@code BOX_TEST_INCUS_SOCKET} is its daemon's
 * socket and {@code BOX_TEST_IMAGE_DIR} holds the guest image's two files. Without them these tests fail.
 */
final class LabHost implements AutoCloseable {

    static final String VERSION = "0.1.0-test";
    static final String IMAGE = "images:debian/13/cloud";

    final Incus incus = Incus.connect(Endpoint.of(Path.of(required("BOX_TEST_INCUS_SOCKET"))));
    final Settings settings;
    final Boxes boxes;

    private final List<String> made = new ArrayList<>();

    /** {@code config} is the user's configuration directory: its {@code box/templates} is searched. */
    LabHost(Path config) {
        settings = Settings.of(Map.of("XDG_CONFIG_HOME", config.toString()));
        boxes = new Boxes(incus, settings);
    }

    static Deadline soon() {
        return Deadline.seconds(180);
    }

    static String required(String variable) {
        String value = System.getenv(variable);
        if (value == null || value.isEmpty()) {
            throw new IllegalStateException(variable + " is not set: this test needs a lab host");
        }
        return value;
    }

    static Path metadata() throws IOException {
        return imageFile("meta");
    }

    static Path rootfs() throws IOException {
        return imageFile("rootfs");
    }

    private static Path imageFile(String part) throws IOException {
        try (var files = Files.list(Path.of(required("BOX_TEST_IMAGE_DIR")))) {
            return files.filter(file -> file.getFileName().toString().contains(part))
                    .findFirst()
                    .orElseThrow();
        }
    }

    void importImage() throws IOException {
        new BaseImages(incus, settings).importBuilt(IMAGE, metadata(), rootfs(), Progress.silent(), soon());
    }

    Mint mint() {
        return new Mint(incus, settings, Templates.of(settings), VERSION);
    }

    Minted mint(String name, String template, Progress progress) {
        return mint().mint(request(name, template), progress, soon());
    }

    Minted clone(String name, String from, Progress progress) {
        remember(name);
        return new Clone(incus, settings, Templates.of(settings), VERSION)
                .clone(CloneRequest.of(BoxName.of(name), from, ""), progress, soon());
    }

    Prune prune() {
        return new Prune(incus, settings, Templates.of(settings), VERSION);
    }

    /** What prune would take of this test's boxes and of all bases; other tests may have left boxes behind. */
    List<Prune.Candidate> prunable() {
        return prune().find(soon()).stream()
                .filter(found -> found.why() == Prune.Why.STALE_BASE || made.contains(found.name()))
                .toList();
    }

    /** Without asking it whether it is stale: tests leave no cache to each other. */
    void dropBases() {
        WarmBases bases = new WarmBases(incus);
        bases.list(soon()).forEach(base -> bases.drop(base.name(), soon()));
    }

    MintRequest request(String name, String template) {
        remember(name);
        return new MintRequest(BoxName.of(name), template, Mode.AUTO, new Resources("1", "512MiB", ""));
    }

    /** An instance that no box verb may touch. */
    void launchForeign(String name, Map<String, String> config) {
        remember(name);
        String fingerprint = incus.images()
                .findAlias("box/debian/13/cloud", soon())
                .orElseThrow()
                .target();
        var request = dev.box.incus.InstanceRequest.fromImage(name, "container", fingerprint)
                .withProfiles(List.of("box-net"))
                .withConfig(new HashMap<>(config));
        incus.instances().create(request, soon()).await(soon());
        incus.instances().start(name, soon()).await(soon());
    }

    /** What a command prints in a guest, as root, stripped. */
    String in(String name, String script) {
        return incus.instances()
                .exec(name, ExecRequest.of("sh", "-c", script), soon())
                .stdout()
                .strip();
    }

    /** To be deleted at the end, whatever became of it. */
    void remember(String name) {
        made.add(name);
    }

    @Override
    public void close() {
        for (String name : made) {
            try {
                incus.instances().stop(name, StopMode.FORCE, soon()).await(soon());
            } catch (IncusException e) {
                // not running, or gone
            }
            try {
                incus.instances().delete(name, soon()).await(soon());
            } catch (IncusException.NotFound e) {
                // gone
            }
        }
        incus.close();
    }
}
