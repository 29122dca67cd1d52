package dev.box.core.transfer;

import dev.box.incus.Deadline;
import dev.box.incus.FileMode;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.InstanceFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * Makes a stopped container somebody else through its files, before it first touches the network: machine-id (from which
 * its DHCP identity follows), SSH host keys, name. MAC address and cloud-init's instance-id are new because the description
 * that the daemon got names none, and cloud-init makes host keys for a new instance.
 */
final class FreshIdentity {

    private static final String MACHINE_ID = "/etc/machine-id";
    private static final String DBUS_MACHINE_ID = "/var/lib/dbus/machine-id";
    private static final String SSH = "/etc/ssh";

    private FreshIdentity() {}

    /** Returns the new machine-id. */
    static String renew(Incus incus, String name, Deadline deadline) {
        InstanceFiles files = incus.instances().files(name);
        String id = UUID.randomUUID().toString().replace("-", "");
        files.replace(MACHINE_ID, line(id), FileMode.root(0444), deadline);
        forgetDbusId(files, deadline);
        for (String entry : entries(files, deadline)) {
            if (entry.startsWith("ssh_host_")) {
                files.delete(SSH + "/" + entry, deadline);
            }
        }
        files.replace("/etc/hostname", line(name), FileMode.root(0644), deadline);
        return id;
    }

    private static void forgetDbusId(InstanceFiles files, Deadline deadline) {
        try {
            if (files.read(DBUS_MACHINE_ID, deadline).kind() == InstanceFiles.Kind.FILE) {
                files.delete(DBUS_MACHINE_ID, deadline);
                files.symlink(DBUS_MACHINE_ID, MACHINE_ID, deadline);
            }
        } catch (IncusException.NotFound e) {
            // a guest without D-Bus
        }
    }

    private static List<String> entries(InstanceFiles files, Deadline deadline) {
        try {
            return files.list(SSH, deadline);
        } catch (IncusException.NotFound e) {
            return List.of();
        }
    }

    private static byte[] line(String text) {
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
