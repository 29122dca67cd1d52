package dev.box.core.mint;

import dev.box.core.box.OfflineName;
import dev.box.incus.Deadline;
import dev.box.incus.FileMode;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.InstanceFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Takes from a stopped container whatever tells it from others, through its files, so that it is somebody else before it
 * first touches the network and no second boot is paid: machine-id (from which systemd derives the DHCP identity), what
 * DHCP clients remember, SSH host keys, name, and what cloud-init would do again for a new instance.
 */
final class FreshIdentity {

    private static final String MACHINE_ID = "/etc/machine-id";
    private static final String DBUS_MACHINE_ID = "/var/lib/dbus/machine-id";
    private static final String SSH = "/etc/ssh";
    private static final String SSH_KEY = "ssh_host_";
    private static final String UNITS = "/etc/systemd/system";
    private static final String KEYGEN = "box-ssh-host-keys.service";
    private static final List<String> DHCP_MEMORIES = List.of("/var/lib/dhcp", "/var/lib/NetworkManager");
    private static final String JOURNAL = "/var/log/journal";
    private static final String RANDOM_SEED = "/var/lib/systemd/random-seed";
    private static final String CLOUD_CONFIG = "/etc/cloud";
    private static final String CLOUD_INSTANCE = "/var/lib/cloud/instance";

    /** sshd does not start without keys, so they are there before it; without sshd installed nothing asks for it. */
    private static final String KEYGEN_UNIT = """
            [Unit]
            Description=SSH host keys of this box, which was copied without its source's
            Before=ssh.service ssh.socket sshd.service
            ConditionPathExistsGlob=!/etc/ssh/ssh_host_*_key

            [Service]
            Type=oneshot
            ExecStart=ssh-keygen -A

            [Install]
            WantedBy=multi-user.target
            """;

    private final InstanceFiles files;

    FreshIdentity(Incus incus, String name) {
        this.files = incus.instances().files(name);
    }

    /** A random one, of the kind that systemd makes. */
    static String newMachineId() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    /**
     * Everything but the new machine-id and the new name.
     *
     * @param eachBoot whether cloud-init still has work at every boot, see {@link CloudInit#worksAtEachBoot}
     * @return the public host keys that were taken away
     */
    List<String> erase(boolean eachBoot, Deadline deadline) {
        files.replace(MACHINE_ID, new byte[0], FileMode.root(0444), deadline);
        forgetDbusId(deadline);
        List<String> keys = forgetHostKeys(deadline);
        for (String directory : DHCP_MEMORIES) {
            for (String entry : entries(directory, deadline)) {
                if (entry.endsWith(".leases") || entry.endsWith(".lease") || entry.equals("secret_key")) {
                    delete(directory + "/" + entry, deadline);
                }
            }
        }
        delete(RANDOM_SEED, deadline);
        silenceCloudInit(eachBoot, deadline);
        return keys;
    }

    /** The machine-id that its files hold; empty for none. */
    String current(Deadline deadline) {
        try {
            return new String(files.read(MACHINE_ID, deadline).content(), StandardCharsets.UTF_8).strip();
        } catch (IncusException.NotFound e) {
            return "";
        }
    }

    /** The last step before the start; the file is there since {@link #erase}. */
    void machineId(String id, Deadline deadline) {
        byte[] line = (id + "\n").getBytes(StandardCharsets.UTF_8);
        files.write(MACHINE_ID, line, FileMode.root(0444), deadline);
    }

    void name(String name, Deadline deadline) {
        OfflineName.write(files, name, deadline);
    }

    /** What only a copy that is nobody's must not have: a name, and another's log, which is kept by machine-id. */
    void erasePast(Deadline deadline) {
        OfflineName.erase(files, deadline);
        for (String machine : entries(JOURNAL, deadline)) {
            for (String log : entries(JOURNAL + "/" + machine, deadline)) {
                delete(JOURNAL + "/" + machine + "/" + log, deadline);
            }
            delete(JOURNAL + "/" + machine, deadline);
        }
    }

    /** Mostly a link to the other; an old one with content of its own would be an identity that is left. */
    private void forgetDbusId(Deadline deadline) {
        try {
            if (files.read(DBUS_MACHINE_ID, deadline).kind() == InstanceFiles.Kind.FILE) {
                files.delete(DBUS_MACHINE_ID, deadline);
                files.symlink(DBUS_MACHINE_ID, MACHINE_ID, deadline);
            }
        } catch (IncusException.NotFound e) {
            // a guest without D-Bus
        }
    }

    private List<String> forgetHostKeys(Deadline deadline) {
        List<String> publicKeys = new ArrayList<>();
        boolean any = false;
        for (String entry : entries(SSH, deadline)) {
            if (entry.startsWith(SSH_KEY)) {
                String path = SSH + "/" + entry;
                if (entry.endsWith(".pub")) {
                    publicKeys.add(new String(files.read(path, deadline).content(), StandardCharsets.UTF_8).strip());
                }
                delete(path, deadline);
                any = true;
            }
        }
        if (any) {
            files.replace(
                    UNITS + "/" + KEYGEN, KEYGEN_UNIT.getBytes(StandardCharsets.UTF_8), FileMode.root(0644), deadline);
            String wants = UNITS + "/multi-user.target.wants";
            files.mkdir(wants, FileMode.root(0755), deadline);
            delete(wants + "/" + KEYGEN, deadline);
            files.symlink(wants + "/" + KEYGEN, UNITS + "/" + KEYGEN, deadline);
        }
        return publicKeys;
    }

    /**
     * To cloud-init a copy is a new instance, and it would run everything again that its source ran once. What it did is in
     * the copy already, so it is switched off; where it has work at every boot it is told to trust what it knows.
     */
    private void silenceCloudInit(boolean eachBoot, Deadline deadline) {
        try {
            files.write(
                    silenceFile(eachBoot),
                    "a copy made by box\n".getBytes(StandardCharsets.UTF_8),
                    FileMode.root(0644),
                    deadline);
        } catch (IncusException.NotFound e) {
            // a guest without cloud-init
        }
    }

    /** The file that keeps cloud-init from starting over in a copy. */
    static String silenceFile(boolean eachBoot) {
        return eachBoot ? CLOUD_INSTANCE + "/manual-clean" : CLOUD_CONFIG + "/cloud-init.disabled";
    }

    /** Empty if it is no directory. That the daemon could not look is not the same: then something would be left. */
    private List<String> entries(String directory, Deadline deadline) {
        try {
            InstanceFiles.Content found = files.read(directory, deadline);
            return found.kind() == InstanceFiles.Kind.DIRECTORY ? found.entries() : List.of();
        } catch (IncusException.NotFound e) {
            return List.of();
        }
    }

    private void delete(String path, Deadline deadline) {
        try {
            files.delete(path, deadline);
        } catch (IncusException.NotFound e) {
            // as it should be
        }
    }
}
