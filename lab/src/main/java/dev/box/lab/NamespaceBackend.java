package dev.box.lab;

import dev.box.incus.Deadline;
import dev.box.lab.artifact.Artifacts;
import dev.box.lab.machine.LabProcess;
import dev.box.lab.machine.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A host made of namespaces: up in seconds, on the kernel of the machine underneath. */
record NamespaceBackend(HostSite host) implements Backend {

    /** Joins the host's own scope where systemd has made one, so that systemd and the kernel's limits count the command. */
    private static final String ENTER = """
            for g in $1; do
              [ ! -d "$g/init.scope" ] || g=$g/init.scope
              { echo 0 >"$g/cgroup.procs"; } 2>/dev/null
            done
            shift
            exec "$@\"""";

    @Override
    public void prepare(Artifacts.Ready artifacts, List<Path> shared) throws IOException {
        Path upper = host.directory().resolve("upper");
        for (String part : List.of("upper/etc/box", "work", "root", "incus")) {
            Files.createDirectories(host.directory().resolve(part));
        }
        List<String> layers = artifacts.layers().stream().map(Path::toString).toList();
        Files.writeString(host.directory().resolve("layers"), String.join(":", layers));
        if (!shared.isEmpty()) {
            // a host that tidies /tmp by age must not tidy a directory of this machine
            Path units = Files.createDirectories(upper.resolve("etc/systemd/system"));
            Path timer = units.resolve("systemd-tmpfiles-clean.timer");
            Files.deleteIfExists(timer);
            Files.createSymbolicLink(timer, Path.of("/dev/null"));
        }
        host.bind(artifacts, shared);
        Files.writeString(
                host.directory().resolve("cgroups.layout"), host.lab().cgroups().layout());
        Files.writeString(host.directory().resolve("init.sh"), Resource.text("host-init.sh"));
        Files.writeString(upper.resolve("etc/hostname"), host.name() + "\n");
        Files.writeString(upper.resolve("etc/hosts"), "127.0.0.1 localhost\n127.0.1.1 " + host.name() + "\n");
        for (Map.Entry<String, String> file : host.settings().entrySet()) {
            Files.writeString(upper.resolve("etc/box").resolve(file.getKey()), file.getValue());
        }
    }

    @Override
    public void plug(Deadline deadline) {
        host.world().plug(host.name(), host.address(), deadline);
    }

    @Override
    public List<String> init() throws IOException {
        List<String> argv = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "--uts",
                "--ipc",
                "--pid",
                "--cgroup",
                "--fork",
                "--kill-child=KILL",
                "sh",
                host.directory().resolve("init.sh").toString(),
                host.directory().toString(),
                Files.readString(host.directory().resolve("layers")),
                host.name()));
        argv.addAll(host.binds());
        return argv;
    }

    @Override
    public List<String> command(LabProcess init, List<String> argv) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", ENTER, "box", String.join(" ", groups())));
        command.addAll(List.of(
                "nsenter", "--target=" + init.pid(), "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup"));
        command.addAll(List.of("env", "-i", "--chdir=/root"));
        command.addAll(host.environment());
        command.addAll(argv);
        return command;
    }

    @Override
    public void share(LabProcess init, Deadline deadline) {
        List<String> shared = host.shared();
        for (int i = 0; i < shared.size(); i++) {
            String script = "mkdir -p \"$1\" && mount --bind /srv/shared/" + i + " \"$1\"";
            List<String> argv = List.of("sh", "-c", script, "sh", shared.get(i));
            HostSite.shown(command(init, argv), argv)
                    .orFail(
                            "sharing " + shared.get(i) + " with " + host.name(),
                            host.lab().name().command("logs " + host.name()),
                            deadline);
        }
    }

    private List<String> groups() {
        return host.lab().cgroups().find(host.namespace()).stream()
                .filter(group -> group.getFileName().toString().equals(host.namespace()))
                .map(Path::toString)
                .toList();
    }
}
