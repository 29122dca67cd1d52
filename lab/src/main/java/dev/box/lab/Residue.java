package dev.box.lab;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import dev.box.lab.machine.Cgroups;
import dev.box.lab.machine.LoopDevices;
import dev.box.lab.machine.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Everything of a lab that may stand on the machine, found by looking at each kind, not by what was recorded. */
final class Residue {

    private final LabSite site;

    Residue(LabSite site) {
        this.site = site;
    }

    /** What stands, in words that name each thing; empty if nothing does. */
    List<String> find(Deadline deadline) {
        List<String> found = new ArrayList<>();
        Cgroups.processes(groups()).forEach(pid -> found.add("process " + pid + commandOf(pid)));
        Namespaces.find(site.name().prefix()).forEach(name -> found.add("network namespace " + name));
        mounts().forEach(mount -> found.add("mount " + mount));
        LoopDevices.over(site.directory(), deadline).forEach(device -> found.add("loop device " + device));
        groups().forEach(group -> found.add("cgroup " + group));
        if (Files.exists(site.directory())) {
            found.add("directory " + site.directory());
        }
        return found;
    }

    /** Ends and removes each kind in the order in which they hold each other. */
    void clear(Deadline deadline) {
        Cgroups.processes(groups()).forEach(Residue::end);
        dev.box.lab.machine.Pause.until(
                () -> {
                    Cgroups.processes(groups()).forEach(Residue::end);
                    return Cgroups.processes(groups()).isEmpty();
                },
                "ending the lab's processes",
                deadline);
        for (String namespace : Namespaces.find(site.name().prefix())) {
            new Namespaces(site.name()).remove(namespace, deadline);
        }
        for (String mount : mounts().reversed()) {
            Subprocess.of("umount", "--lazy", mount).run(deadline);
        }
        detachLoops(deadline);
        site.cgroups().remove(site.name().prefix(), deadline);
        if (mounts().isEmpty() && LoopDevices.over(site.directory(), deadline).isEmpty()) {
            Subprocess.of("rm", "-rf", "--one-file-system", site.directory().toString())
                    .run(deadline);
        }
    }

    /** A pool's device goes by itself with its last mount, which the kernel undoes a moment after the last process. */
    private void detachLoops(Deadline deadline) {
        Deadline patience = deadline.within(java.time.Duration.ofSeconds(3));
        dev.box.lab.machine.Pause.until(
                () -> LoopDevices.over(site.directory(), deadline).isEmpty(), "waiting for loop devices", patience);
        LoopDevices.over(site.directory(), deadline).forEach(device -> LoopDevices.detach(device, deadline));
    }

    private List<Path> groups() {
        return site.cgroups().find(site.name().prefix());
    }

    /** Mount points of this machine's own namespace under the lab's directory. */
    private List<String> mounts() {
        List<String> found = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
                String mountPoint = line.split(" ", -1)[4];
                if (mountPoint.startsWith(site.directory() + "/")) {
                    found.add(mountPoint);
                }
            }
        } catch (IOException e) {
            found.add("unknown: " + e.getMessage());
        }
        return found;
    }

    private static void end(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    private static String commandOf(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .map(command -> " (" + command + ")")
                .orElse("");
    }
}
