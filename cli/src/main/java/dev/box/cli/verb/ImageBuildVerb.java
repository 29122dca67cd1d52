package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.failure.BoxFailure;
import dev.box.core.image.BaseImages;
import dev.box.core.image.BuiltImage;
import dev.box.core.image.DebianMirror;
import dev.box.core.image.ImageBuilder;
import dev.box.core.image.ImageType;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code box image build}. */
public final class ImageBuildVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Deadline deadline = call.deadline(Limits.BUILD);
        Progress progress = call.progress();
        ImageBuilder builder = new ImageBuilder(
                DebianMirror.find(call.settings(), deadline),
                call.arguments().has("vm") ? ImageType.VM : ImageType.CONTAINER);
        if (call.arguments().has("output")) {
            Path directory = Path.of(call.arguments().value("output", "")).toAbsolutePath();
            BuiltImage image = builder.build(directory, progress, deadline);
            call.terminal().out("import it with: box image import " + image.metadata() + " " + image.rootfs());
            return ExitStatus.DONE;
        }
        try (Incus incus = Daemon.connect(call.settings())) {
            incus.server(deadline.within(Limits.QUICK));
            Path directory = scratch();
            try {
                BuiltImage image = builder.build(directory, progress, deadline);
                String fingerprint = new BaseImages(incus, call.settings())
                        .importBuilt(BuiltImages.DEBIAN, image.metadata(), image.rootfs(), progress, deadline);
                call.terminal().out(fingerprint);
            } finally {
                remove(directory);
            }
        }
        return ExitStatus.DONE;
    }

    /** On disk: an image is too large for a /tmp in memory. */
    private static Path scratch() {
        try {
            return Files.createTempDirectory(Path.of("/var/tmp"), "box-image-");
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "making a directory for the image", String.valueOf(e.getMessage()), "df -h /var/tmp", e);
        }
    }

    private static void remove(Path directory) {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            // what could not be removed is in /var/tmp under a telling name; the image itself is in the store
        }
    }
}
