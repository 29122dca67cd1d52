package dev.box.lab.machine;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Named network namespaces. A named one outlives its processes, so it is made fresh at each boot and removed by name. */
public final class Namespaces {

    private static final Path DIRECTORY = Path.of("/run/netns");

    private final LabName lab;

    /** Those of one lab. */
    public Namespaces(LabName lab) {
        this.lab = lab;
    }

    public static Path file(String namespace) {
        return DIRECTORY.resolve(namespace);
    }

    public static boolean exists(String namespace) {
        return Files.exists(file(namespace));
    }

    public static List<String> find(String prefix) {
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(DIRECTORY)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(DIRECTORY, prefix + "*")) {
                files.forEach(file -> names.add(file.getFileName().toString()));
            } catch (IOException e) {
                // gone while we looked
            }
        }
        names.sort(null);
        return names;
    }

    /** A new, empty one with its loopback up; what had the name before is removed. */
    public void create(String namespace, Deadline deadline) {
        remove(namespace, deadline);
        ip(deadline, "netns", "add", namespace);
        batch(namespace, List.of("link set lo up"), deadline);
    }

    public void remove(String namespace, Deadline deadline) {
        if (exists(namespace)) {
            ip(deadline, "netns", "del", namespace);
        }
    }

    /** Runs {@code ip} commands inside it, in one process. */
    public void batch(String namespace, List<String> commands, Deadline deadline) {
        Subprocess.of("ip", "-n", namespace, "-batch", "-")
                .stdin(String.join("\n", commands) + "\n")
                .orFail("setting up the network of " + namespace, lab.anew(), deadline);
    }

    /** Runs {@code ip} from the machine's namespace, which only names others: nothing is configured here. */
    public void ip(Deadline deadline, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("ip"));
        argv.addAll(List.of(arguments));
        Subprocess.of(argv).orFail("setting up a network namespace", lab.anew(), deadline);
    }

    /** Writes {@code net.*} sysctls inside it; one that this kernel lacks is left out. */
    public void sysctl(String namespace, List<String> assignments, Deadline deadline) {
        StringBuilder script = new StringBuilder();
        for (String assignment : assignments) {
            String[] parts = assignment.split("=", 2);
            String file = "/proc/sys/" + parts[0].replace('.', '/');
            script.append("[ ! -e ")
                    .append(file)
                    .append(" ] || echo ")
                    .append(parts[1])
                    .append(" >")
                    .append(file)
                    .append('\n');
        }
        Subprocess.of("nsenter", "--net=" + file(namespace), "sh", "-e", "-c", script.toString())
                .orFail("setting kernel parameters in " + namespace, lab.anew(), deadline);
    }
}
