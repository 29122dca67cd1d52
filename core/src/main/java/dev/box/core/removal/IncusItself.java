package dev.box.core.removal;

import dev.box.core.host.Host;
import dev.box.core.process.Subprocess;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The daemon's packages and all that it ever kept. */
final class IncusItself {

    private static final Path DATABASE = Path.of("/var/lib/incus/database");
    private static final String INSTALLED = "ii ";

    private final Host host;

    IncusItself(Host host) {
        this.host = host;
    }

    /** The packages that are installed, as dpkg names them; empty if it was installed in another way, or is not. */
    List<String> packages(Deadline deadline) {
        List<String> found = new ArrayList<>();
        Subprocess.Result listed = host.machine()
                .command("dpkg-query", "--show", "--showformat=${db:Status-Abbrev} ${Package}\n", "incus*")
                .run(deadline);
        for (String line : listed.stdout().split("\n")) {
            if (line.startsWith(INSTALLED)) {
                found.add(line.substring(INSTALLED.length()).strip());
            }
        }
        return found;
    }

    /** The daemon is stopped first, so that nothing of its data is mounted or open when it goes. */
    void purge(List<String> packages, Deadline deadline) {
        host.machine()
                .command(
                        "sh",
                        "-c",
                        "systemctl stop incus-user.socket incus-user.service incus.socket incus.service incus-startup.service"
                                + " 2>/dev/null; true")
                .run(deadline);
        List<String> command = new ArrayList<>(List.of(
                "env",
                "DEBIAN_FRONTEND=noninteractive",
                "apt-get",
                "-q",
                "-y",
                "-o",
                "DPkg::Lock::Timeout=300",
                "purge"));
        command.addAll(packages);
        host.machine()
                .command(command)
                .orFail(
                        "purging " + String.join(" ", packages),
                        "sudo apt-get purge " + String.join(" ", packages),
                        deadline);
    }

    /** Whether a daemon kept anything here, running or not. */
    boolean hasData(Deadline deadline) {
        return host.machine().exists(DATABASE, deadline);
    }

    /** What is still there of it, by name. */
    List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        for (String name : packages(deadline)) {
            found.add("package " + Untrusted.line(name));
        }
        if (hasData(deadline)) {
            found.add(DATABASE.toString());
        }
        return found;
    }
}
