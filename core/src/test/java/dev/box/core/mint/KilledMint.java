package dev.box.core.mint;

import java.nio.file.Path;

/** Mints a box and prints each step, to be killed on the way. */
final class KilledMint {

    private KilledMint() {}

    public static void main(String[] args) {
        try (LabHost host = new LabHost(Path.of(args[0]))) {
            host.mint("killed", "blank", new Recorder(step -> System.out.println(step)));
        }
    }
}
