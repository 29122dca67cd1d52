package dev.box.core.mint;

import java.nio.file.Path;

/** Mints a box, or clones the one that is named, and prints each step, to be killed on the way. */
final class KilledMint {

    private KilledMint() {}

    public static void main(String[] args) {
        try (LabHost host = new LabHost(Path.of(args[0]))) {
            Recorder aloud = new Recorder(step -> System.out.println(step));
            if (args.length > 1) {
                host.clone("killed", args[1], aloud);
            } else {
                host.mint("killed", "blank", aloud);
            }
        }
    }
}
