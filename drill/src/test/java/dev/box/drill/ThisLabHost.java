package dev.box.drill;

import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.SetupHost;
import dev.box.core.image.BaseImages;
import dev.box.core.image.ImageType;
import dev.box.core.process.Machine;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import dev.box.incus.Incus;
import dev.box.lab.world.Surroundings;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The lab host that a test runs inside, as root: {@code BOX_TEST_INCUS_SOCKET} is its daemon's socket,
 * {@code BOX_TEST_IMAGE_DIR} holds the guest image.
 */
final class ThisLabHost {

    final Settings settings = Settings.fromEnvironment();
    final Incus incus =
            Incus.connect(Endpoint.of(Path.of(variable("BOX_TEST_INCUS_SOCKET", "names the daemon's socket"))));
    final Host host = new Host(Machine.local(), settings, () -> incus);
    final HostStack stack = new HostStack(host);

    void setUp() {
        new SetupHost(stack).run(Progress.silent(), Deadline.seconds(120));
    }

    void importImage() {
        Path directory = Path.of(variable("BOX_TEST_IMAGE_DIR", "holds the guest image's two files"));
        new BaseImages(incus, settings)
                .importBuilt(
                        "images:debian/13/cloud",
                        directory.resolve(ImageType.CONTAINER.metadata()),
                        directory.resolve(ImageType.CONTAINER.root()),
                        Progress.silent(),
                        Deadline.seconds(120));
    }

    Drill drill() {
        return new Drill(incus, settings, Surroundings.ofThisMachine().orElseThrow(), "test");
    }

    private static String variable(String name, String what) {
        return Objects.requireNonNull(System.getenv(name), name + " " + what);
    }
}
