package dev.box.core.image;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.MachinePackages;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The programs of this machine that building an image needs. */
final class ImageTools {

    private static final Map<String, String> FOR_BOTH = Map.of("mmdebstrap", "mmdebstrap", "unshare", "util-linux");

    private ImageTools() {}

    /** Each program with its package; only those that this type needs. */
    static Map<String, String> of(ImageType type) {
        Map<String, String> all = new HashMap<>(FOR_BOTH);
        all.putAll(type.tools());
        return all;
    }

    /** Throws {@link BoxFailure.Failed} naming the one command that installs what is missing. */
    static void require(ImageType type) {
        List<String> missing = MachinePackages.missing(of(type));
        if (!missing.isEmpty()) {
            throw new BoxFailure.Failed(
                    "building an image",
                    "this machine lacks " + String.join(", ", missing),
                    MachinePackages.installCommand(missing));
        }
    }
}
