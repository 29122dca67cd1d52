package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

/** Mints a box of a template, or clones the box that is named, and prints each step, to be killed on the way. */
final class KilledMint {

    static final String NAME = "killed";

    private KilledMint() {}

    /** What is done while it is under way. */
    @FunctionalInterface
    interface UnderWay {
        void run() throws IOException, InterruptedException;
    }

    /** Runs it in a process of its own until it says {@code step}, and kills that after {@code underWay}. */
    static void at(String step, Path config, String verb, String what, UnderWay underWay)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledMint.class.getName(),
                        config.toString(),
                        verb,
                        what)
                .redirectErrorStream(true)
                .start();
        try (var output = process.inputReader()) {
            String last =
                    output.lines().filter(line -> line.equals(step)).findFirst().orElse("it ended before");
            assertThat(last).isEqualTo(step);
            underWay.run();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    public static void main(String[] args) {
        try (LabHost host = new LabHost(Path.of(args[0]))) {
            Recorder aloud = new Recorder(step -> System.out.println(step));
            switch (args[1]) {
                case "clone" -> host.clone(NAME, args[2], aloud);
                default -> host.mint(NAME, args[2], aloud);
            }
        }
    }
}
