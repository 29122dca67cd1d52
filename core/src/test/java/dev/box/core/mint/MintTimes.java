package dev.box.core.mint;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.nio.file.Path;

/** Mints one box and prints when each step began and ended, in milliseconds since the start of the virtual machine; for people. */
final class MintTimes {

    private MintTimes() {}

    public static void main(String[] args) {
        long began = java.lang.management.ManagementFactory.getRuntimeMXBean().getStartTime();
        try (LabHost host = new LabHost(Path.of("/nowhere"))) {
            Minted minted = host.mint(args[0], "blank", new Progress() {
                @Override
                public Step step(String what, Deadline deadline) {
                    say(began, what);
                    return Progress.silent().step(what, deadline);
                }

                @Override
                public void note(String message) {}

                @Override
                public void warn(String message) {}
            });
            say(began, "ready " + minted.address());
        }
        say(began, "removed");
    }

    private static void say(long began, String what) {
        System.out.println((System.currentTimeMillis() - began) + " " + what);
    }
}
