package dev.box.drill.control;

import dev.box.core.box.StampKey;
import dev.box.core.door.Door;
import dev.box.core.host.Change;
import dev.box.core.host.DoorRules;
import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether a box has anything of its host beside what its placement gives it. */
final class InstanceChecks {

    static final String LAYER = "instance";

    /** Types of device that hand a piece of the host to a guest, whatever they point at. */
    private static final Set<String> HANDS_OUT =
            Set.of("unix-char", "unix-block", "unix-hotplug", "usb", "gpu", "pci", "tpm");

    private InstanceChecks() {}

    static List<Change> differences(Host host, Deadline deadline) {
        List<Change> changes = new ArrayList<>();
        for (Instance instance : host.incus(deadline).instances().list(deadline)) {
            if (instance.config().getOrDefault(StampKey.TAG.key(), "").equals("1")) {
                of(instance, changes);
            }
        }
        return changes;
    }

    static void of(Instance instance, List<Change> changes) {
        String box = "box " + instance.name() + " ";
        if (!instance.profiles().contains(HostNames.PROFILE)) {
            changes.add(change(box + "profile", String.join(", ", instance.profiles()), HostNames.PROFILE));
        }
        instance.expandedDevices().forEach((name, keys) -> {
            String type = keys.getOrDefault("type", "");
            String listen = keys.getOrDefault("listen", "");
            if (DoorRules.isDoor(name, keys) && !listen.startsWith("tcp:" + Door.ADDRESS + ":")) {
                changes.add(new Change("doors", Untrusted.line(box + "door"), Untrusted.line(listen), Door.ADDRESS));
            }
            boolean hostPath = type.equals("disk") && keys.containsKey("source") && !keys.containsKey("pool");
            if (hostPath || HANDS_OUT.contains(type)) {
                changes.add(change(box + "device " + name, type + " " + keys.getOrDefault("source", ""), "absent"));
            }
        });
        for (Map.Entry<String, String> entry : instance.expandedConfig().entrySet()) {
            String key = entry.getKey();
            boolean privileged =
                    key.equals("security.privileged") && entry.getValue().equals("true");
            if (privileged || key.equals("raw.lxc") || key.equals("raw.idmap") || key.equals("raw.apparmor")) {
                changes.add(change(box + key, entry.getValue(), "unset"));
            }
        }
    }

    private static Change change(String what, String was, String is) {
        return new Change(LAYER, Untrusted.line(what), Untrusted.line(was), is);
    }
}
