package dev.box.core.box;

import dev.box.incus.Deadline;
import dev.box.incus.FileMode;
import dev.box.incus.IncusException;
import dev.box.incus.InstanceFiles;
import java.nio.charset.StandardCharsets;

/** What a stopped container calls itself, in its own files. The files API reads them inside the guest's root, wherever its links lead. */
public final class OfflineName {

    private static final String HOSTNAME = "/etc/hostname";
    private static final String HOSTS = "/etc/hosts";

    /** Debian's line for a machine's own name. */
    private static final String SELF = "127.0.1.1";

    private OfflineName() {}

    /** Gives it this name. */
    public static void write(InstanceFiles files, String name, Deadline deadline) {
        files.replace(HOSTNAME, (name + "\n").getBytes(StandardCharsets.UTF_8), FileMode.root(0644), deadline);
        hosts(files, SELF + "\t" + name + "\n", deadline);
    }

    /** Takes its name away; it then goes by the one that the daemon starts it with. */
    public static void erase(InstanceFiles files, Deadline deadline) {
        try {
            files.delete(HOSTNAME, deadline);
        } catch (IncusException.NotFound e) {
            // it had none
        }
        hosts(files, "", deadline);
    }

    private static void hosts(InstanceFiles files, String self, Deadline deadline) {
        InstanceFiles.Content old;
        try {
            old = files.read(HOSTS, deadline);
        } catch (IncusException.NotFound e) {
            return;
        }
        if (old.kind() != InstanceFiles.Kind.FILE) {
            return;
        }
        StringBuilder hosts = new StringBuilder();
        for (String line : new String(old.content(), StandardCharsets.UTF_8).split("\n", -1)) {
            if (!line.isEmpty() && !line.startsWith(SELF)) {
                hosts.append(line).append('\n');
            }
        }
        files.write(HOSTS, hosts.append(self).toString().getBytes(StandardCharsets.UTF_8), old.mode(), deadline);
    }
}
