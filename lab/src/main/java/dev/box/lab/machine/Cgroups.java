package dev.box.lab.machine;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The machine's cgroup hierarchies as they are mounted. Where controllers are bound to version 1, only a version 1
 * layout inside the lab host makes Incus's limits real; a machine with version 2 alone gets that alone.
 */
public final class Cgroups {

    /**
     * One mounted hierarchy.
     *
     * @param mountPoint where the machine has it
     * @param options what {@code mount -t cgroup -o} takes to mount the same one again; empty for version 2
     */
    public record Hierarchy(Path mountPoint, String options) {
        boolean isVersion2() {
            return options.isEmpty();
        }
    }

    private static final Set<String> NOT_CONTROLLERS =
            Set.of("rw", "ro", "seclabel", "xattr", "clone_children", "noprefix", "release_agent");

    private final List<Hierarchy> hierarchies;

    Cgroups(List<Hierarchy> hierarchies) {
        this.hierarchies = List.copyOf(hierarchies);
    }

    /** Reads them from {@code /proc/self/mountinfo}; throws {@link BoxFailure.Failed} if there is none. */
    public static Cgroups ofThisMachine() {
        try {
            return parse(Files.readAllLines(Path.of("/proc/self/mountinfo")));
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "reading this machine's mounts", String.valueOf(e.getMessage()), "cat /proc/self/mountinfo", e);
        }
    }

    static Cgroups parse(List<String> mountinfo) {
        List<Hierarchy> found = new ArrayList<>();
        for (String line : mountinfo) {
            String[] halves = line.split(" - ", 2);
            if (halves.length < 2) {
                continue;
            }
            String[] left = halves[0].split(" ", -1);
            String[] right = halves[1].split(" ", 3);
            if (right[0].equals("cgroup2")) {
                found.add(new Hierarchy(Path.of(left[4]), ""));
            } else if (right[0].equals("cgroup") && right.length == 3) {
                found.add(new Hierarchy(Path.of(left[4]), version1Options(right[2])));
            }
        }
        if (found.isEmpty()) {
            throw new BoxFailure.Failed(
                    "looking for this machine's cgroups",
                    "no cgroup file system is mounted",
                    "mount -t cgroup2 cgroup2 /sys/fs/cgroup");
        }
        return new Cgroups(found);
    }

    private static String version1Options(String superOptions) {
        List<String> kept = new ArrayList<>();
        for (String option : superOptions.split(",", -1)) {
            if (option.startsWith("name=")) {
                kept.add("none");
                kept.add(option);
            } else if (!NOT_CONTROLLERS.contains(option) && !option.contains("=")) {
                kept.add(option);
            }
        }
        return String.join(",", kept);
    }

    public List<Hierarchy> hierarchies() {
        return hierarchies;
    }

    /** Whether a lab host gets the version 1 layout beside version 2. */
    public boolean isHybrid() {
        return hierarchies.stream().anyMatch(h -> !h.isVersion2());
    }

    /** Lines {@code <directory> <options>} for the host's start script; a lone version 2 hierarchy is {@code . }. */
    public String layout() {
        StringBuilder lines = new StringBuilder();
        for (Hierarchy h : hierarchies) {
            String directory = isHybrid() ? h.mountPoint().getFileName().toString() : ".";
            lines.append(directory)
                    .append(' ')
                    .append(h.isVersion2() ? "-" : h.options())
                    .append('\n');
        }
        return lines.toString();
    }

    /** Makes the group in every hierarchy and returns the directories, one per hierarchy. */
    public List<Path> create(String group) {
        List<Path> made = new ArrayList<>();
        try {
            for (Hierarchy h : hierarchies) {
                Path directory = Files.createDirectories(h.mountPoint().resolve(group));
                if (Files.exists(directory.resolve("cpuset.cpus")) && !h.isVersion2()) {
                    for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
                        Files.writeString(
                                directory.resolve(file),
                                Files.readString(h.mountPoint().resolve(file)));
                    }
                    Files.writeString(directory.resolve("cgroup.clone_children"), "1");
                }
                made.add(directory);
            }
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "making the cgroup " + group,
                    String.valueOf(e.getMessage()),
                    "it needs root: the same command with sudo",
                    e);
        }
        return made;
    }

    /** A command that joins the groups and then becomes {@code argv}; a group that refuses is an error. */
    public static List<String> joining(List<Path> groups, List<String> argv) {
        List<String> command = new ArrayList<>(List.of(
                "sh", "-c", "for g in $1; do echo 0 >\"$g/cgroup.procs\" || exit 71; done; shift; exec \"$@\"", "box"));
        command.add(String.join(" ", groups.stream().map(Path::toString).toList()));
        command.addAll(argv);
        return command;
    }

    /** Every group directly under a hierarchy's root whose name starts with {@code prefix}. */
    public List<Path> find(String prefix) {
        List<Path> found = new ArrayList<>();
        for (Hierarchy h : hierarchies) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(h.mountPoint(), prefix + "*")) {
                children.forEach(found::add);
            } catch (IOException e) {
                // not readable: then nothing of ours was made in it either
            }
        }
        return found;
    }

    /** Ids of the processes in the groups and below them. */
    public static Set<Long> processes(List<Path> groups) {
        Set<Long> ids = new LinkedHashSet<>();
        for (Path group : groups) {
            for (Path directory : tree(group)) {
                try {
                    for (String line : Files.readAllLines(directory.resolve("cgroup.procs"))) {
                        ids.add(Long.parseLong(line.strip()));
                    }
                } catch (IOException e) {
                    // the group went away while we looked
                }
            }
        }
        ids.remove(0L);
        return ids;
    }

    /** Removes the groups and those below; keeps trying while the kernel is still letting go of them. Returns what stays. */
    public List<Path> remove(String prefix, Deadline deadline) {
        while (true) {
            for (Path group : find(prefix)) {
                List<Path> deepestFirst = tree(group).reversed();
                for (Path directory : deepestFirst) {
                    directory.toFile().delete();
                }
            }
            List<Path> left = find(prefix);
            if (left.isEmpty() || deadline.expired()) {
                return left;
            }
            Pause.briefly("removing cgroups");
        }
    }

    private static List<Path> tree(Path group) {
        try (Stream<Path> walk = Files.walk(group)) {
            return walk.filter(Files::isDirectory).toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return List.of();
        }
    }
}
