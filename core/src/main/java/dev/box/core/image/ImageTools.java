package dev.box.core.image;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.MachinePackages;
import java.util.List;
import java.util.Map;

/** The programs of this machine that building an image needs. */
final class ImageTools {

    private static final Map<String, String> PACKAGE_OF_PROGRAM =
            Map.of("mmdebstrap", "mmdebstrap", "tar2sqfs", "squashfs-tools-ng", "unshare", "util-linux");

    private ImageTools() {}

    /** Throws {@link BoxFailure.Failed} naming the one command that installs what is missing. */
    static void require() {
        List<String> missing = MachinePackages.missing(PACKAGE_OF_PROGRAM);
        if (!missing.isEmpty()) {
            throw new BoxFailure.Failed(
                    "building an image",
                    "this machine lacks " + String.join(", ", missing),
                    MachinePackages.installCommand(missing));
        }
    }
}
