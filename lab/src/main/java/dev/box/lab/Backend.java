package dev.box.lab;

import dev.box.incus.Deadline;
import dev.box.lab.artifact.Artifacts;
import dev.box.lab.machine.LabProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a lab host is made of: how its files are laid out, how it is started and entered. */
sealed interface Backend permits NamespaceBackend, EmulatedBackend {

    /** Lays out the files of its first boot. */
    void prepare(Artifacts.Ready artifacts, List<Path> shared) throws IOException;

    /** Connects its fresh network namespace to the lab's LAN. */
    void plug(Deadline deadline);

    /**
     * The command that becomes the host: the first process of a pid namespace of its own, in the host's network namespace.
     * When it ends the host is off.
     */
    List<String> init() throws IOException;

    /** The command, for this machine, that runs {@code argv} in the host as root with a clean environment. */
    List<String> command(LabProcess init, List<String> argv);

    /** Puts the shared directories where they are on the machine, once nothing of the boot can mount over or empty them. */
    void share(LabProcess init, Deadline deadline);
}
