import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Times box against the raw incus client inside a lab host: whole processes, in turn (A B A B ...), so that the ratio
 * of a pair holds when the machine's speed drifts. Run by ./bench as {@code java Bench.java RUNS BOX-COUNT OUT.json}.
 */
public final class Bench {

    /** {@code afterBox} and {@code afterRaw} undo what was measured, outside of the time. */
    record Pair(String what, List<String> box, List<String> raw, List<String> afterBox, List<String> afterRaw) {
        Pair(String what, List<String> box, List<String> raw) {
            this(what, box, raw, List.of(), List.of());
        }
    }

    /** The naive floor: a copy of a stopped instance, until it can be used and has a lease of its own. */
    private static final String NAIVE = "incus copy bench-src naive -c user.box= && incus start naive"
            + " && incus exec naive -- true && until incus list naive -c4 -fcsv | grep -q eth0; do :; done";

    private static final String LAUNCH = "incus launch box/debian/13/cloud naive -p box-net -c cloud-init.user-data=\"$(printf"
            + " '#cloud-config\\nusers: [{name: dev}]\\n')\" && incus exec naive -- cloud-init status --wait";

    private static final int MOST_MINTS = 7;

    record Sample(double millis, long peakKib) {}

    public static void main(String[] args) throws Exception {
        int runs = Integer.parseInt(args[0]);
        String boxes = args[1];
        String javaHello = args[3];
        List<Pair> pairs = List.of(
                new Pair("--version", List.of("box", "--version"), List.of("incus", "--version")),
                new Pair("--version / JVM hello", List.of("box", "--version"), List.of("sh", "-c", javaHello)),
                new Pair("list, " + boxes + " boxes", List.of("box", "list"), List.of("incus", "list")),
                new Pair("info", List.of("box", "info", "bench1"), List.of("incus", "info", "bench1")),
                new Pair("exec true", List.of("box", "exec", "bench1", "--", "true"), List.of("incus", "exec", "bench1", "--", "true")),
                mint("new, warm / naive copy", NAIVE, "box", "new", "mint"),
                mint("clone / naive copy", NAIVE, "box", "new", "mint", "--from", "bench-src"),
                mint("new, cold / launch", LAUNCH, "box", "new", "mint", "--no-cache"));
        System.out.printf("%-24s %9s %9s %9s %9s %7s %9s%n", "", "box ms", "p90", "raw ms", "p90", "ratio", "RSS MiB");
        List<String> json = new ArrayList<>();
        for (Pair pair : pairs) {
            json.add(measure(pair, pair.afterBox().isEmpty() ? runs : Math.min(runs, MOST_MINTS)));
        }
        Files.writeString(Path.of(args[2]), "{\"schema\":\"box.bench/1\",\"rows\":[" + String.join(",", json) + "]}\n");
    }

    private static Pair mint(String what, String raw, String... box) {
        return new Pair(
                what,
                List.of(box),
                List.of("sh", "-c", raw),
                List.of("box", "rm", "mint", "--force"),
                List.of("incus", "delete", "--force", "naive"));
    }

    private static void undo(List<String> command) throws IOException, InterruptedException {
        if (!command.isEmpty()) {
            run(command);
        }
    }

    private static String measure(Pair pair, int runs) throws Exception {
        run(pair.box());
        undo(pair.afterBox());
        run(pair.raw());
        undo(pair.afterRaw());
        double[] box = new double[runs];
        double[] raw = new double[runs];
        double[] ratio = new double[runs];
        long peak = 0;
        for (int i = 0; i < runs; i++) {
            Sample a = run(pair.box());
            undo(pair.afterBox());
            Sample b = run(pair.raw());
            undo(pair.afterRaw());
            box[i] = a.millis();
            raw[i] = b.millis();
            ratio[i] = a.millis() / b.millis();
            peak = Math.max(peak, a.peakKib());
        }
        System.out.printf(Locale.ROOT, "%-24s %9.1f %9.1f %9.1f %9.1f %7.2f %9.1f%n", pair.what(), at(box, .5), at(box, .9), at(raw, .5), at(raw, .9), at(ratio, .5), peak / 1024.0);
        return String.format(Locale.ROOT, "{\"what\":\"%s\",\"box_ms\":%.2f,\"box_p90_ms\":%.2f,\"raw_ms\":%.2f,\"raw_p90_ms\":%.2f,\"ratio\":%.3f,\"peak_rss_kib\":%d}", pair.what(), at(box, .5), at(box, .9), at(raw, .5), at(raw, .9), at(ratio, .5), peak);
    }

    private static double at(double[] values, double quantile) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))];
    }

    /** Peak memory is the kernel's own high-water mark, read while the process lives; the last reading counts. */
    private static Sample run(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long[] peak = {0};
        Path status = Path.of("/proc/" + process.pid() + "/status");
        Thread watcher = Thread.ofPlatform().daemon().start(() -> watch(status, peak));
        int exit = process.waitFor();
        double millis = (System.nanoTime() - start) / 1e6;
        watcher.join();
        if (exit != 0) {
            throw new IllegalStateException(command + " ended with " + exit + ": nothing was measured");
        }
        return new Sample(millis, peak[0]);
    }

    private static void watch(Path status, long[] peak) {
        try {
            while (true) {
                for (String line : Files.readAllLines(status)) {
                    if (line.startsWith("VmHWM:")) {
                        peak[0] = Long.parseLong(line.replaceAll("\\D", ""));
                    }
                }
                Thread.sleep(2);
            }
        } catch (IOException | InterruptedException e) {
            // it ended
        }
    }
}
