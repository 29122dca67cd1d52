package dev.box.lab.machine;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The one process that a lab hangs on: the first of a pid namespace in which all of the lab's processes live, and the
 * owner of the mount namespace in which its mounts are. When it ends, the kernel ends all of them.
 */
public final class Keeper {

    private static final String PART = "keeper";

    private final LabName name;
    private final Path directory;
    private final Path record;
    private final Cgroups cgroups;

    /** @param directory the lab's state, where its process is remembered */
    public Keeper(LabName name, Path directory, Cgroups cgroups) {
        this.name = name;
        this.directory = directory;
        this.record = directory.resolve("keeper");
        this.cgroups = cgroups;
    }

    /** The keeper, if it runs. */
    public Optional<LabProcess> find() {
        return LabProcess.load(record).filter(LabProcess::alive);
    }

    /** Starts one; {@code script} is what its first process runs. */
    public LabProcess start(Path script, Deadline deadline) {
        List<Path> groups = cgroups.create(name.part(PART));
        List<String> argv = Cgroups.joining(
                groups,
                List.of(
                        "setsid",
                        "unshare",
                        "--mount",
                        "--propagation=private",
                        "--pid",
                        "--fork",
                        "--kill-child=KILL",
                        "sh",
                        script.toString(),
                        name.part(PART),
                        directory.toString()));
        Path log = directory.resolve("keeper.log");
        Process starter = Detached.start(argv, log);
        LabProcess keeper = Detached.awaitInit(starter, groups, 1, deadline)
                .orElseThrow(() ->
                        new BoxFailure.Failed("starting the lab's first process", Detached.tail(log), name.anew()));
        try {
            keeper.save(record);
        } catch (IOException e) {
            keeper.kill();
            throw new BoxFailure.Failed("writing " + record, String.valueOf(e.getMessage()), "df -h " + record, e);
        }
        return keeper;
    }

    /** A command that runs {@code argv} among the lab's processes, in one of its network namespaces. */
    public static List<String> joining(LabProcess keeper, String namespace, List<String> argv) {
        List<String> command = new ArrayList<>(List.of(
                "nsenter", "--target=" + keeper.pid(), "--pid", "--mount", "--net=" + Namespaces.file(namespace)));
        command.addAll(argv);
        return command;
    }

    /** The state directory that a running keeper of this name belongs to, told by its command line, if it is another's. */
    public Optional<Path> foreignOwner() {
        for (long pid : Cgroups.processes(cgroups.find(name.part(PART)))) {
            try {
                List<String> arguments = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                        .replace('\0', '\n')
                        .lines()
                        .toList();
                if (arguments.contains("--kill-child=KILL")) {
                    Path owner = Path.of(arguments.getLast());
                    if (!owner.equals(directory)) {
                        return Optional.of(owner);
                    }
                }
            } catch (IOException e) {
                // it ended while we looked
            }
        }
        return Optional.empty();
    }
}
