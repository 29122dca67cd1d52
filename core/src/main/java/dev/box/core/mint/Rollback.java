package dev.box.core.mint;

import dev.box.core.box.Arrival;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.box.Checkpoints;
import dev.box.core.box.OfflineName;
import dev.box.core.box.OwnKeys;
import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.core.host.DoorRules;
import dev.box.core.host.HostNames;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.StopMode;
import dev.box.incus.Versioned;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rolls a box back to a snapshot: its disk and limits are then as they were, and yet it is the box that it is now. A
 * snapshot that came along with an import holds its source's identity, and one from before a rename an old name; doors and
 * an address are what the operator has open now. All of that is put right while the box is down.
 */
public final class Rollback {

    private static final String HARDWARE_ADDRESS = "volatile." + HostNames.NIC + ".hwaddr";

    /** What a VM's firmware tells its guest, and so its machine-id. */
    private static final String UUID = "volatile.uuid";

    private final Incus incus;
    private final Checkpoints checkpoints;

    public Rollback(Incus incus, Boxes boxes) {
        this.incus = incus;
        this.checkpoints = new Checkpoints(incus, boxes);
    }

    /**
     * A running box is stopped for it, hard since all that is newer goes, and started again.
     *
     * @return its address if it runs, dotted IPv4
     */
    public Optional<String> run(String name, String label, Progress progress, Deadline deadline) {
        Box box = checkpoints.require(name, label, deadline);
        box.requireNotMinting("rolling box '" + box.name() + "' back to '" + label + "'");
        boolean running = !box.instance().status().equals("Stopped");
        if (running) {
            incus.instances().stop(name, StopMode.FORCE, deadline).await(deadline);
        }
        String machineId = box.instance().isVirtualMachine() ? "" : new FreshIdentity(incus, name).current(deadline);
        try (Progress.Step step = progress.step("rolling " + name + " back to " + label, deadline)) {
            restore(name, label, running, deadline);
            keepPlace(box.instance(), deadline);
            step.done("");
        }
        if (!box.instance().isVirtualMachine()) {
            keepIdentity(name, machineId, progress, deadline);
        }
        if (!running) {
            return Optional.empty();
        }
        try (Progress.Step step = progress.step("starting " + name, deadline)) {
            incus.instances().start(name, deadline).await(deadline);
            step.done("");
        }
        return Optional.of(new Arrival(incus).await(name, progress, deadline).address());
    }

    /** A box that could not be rolled back runs again as it was. */
    private void restore(String name, String label, boolean running, Deadline deadline) {
        try {
            incus.instances().snapshots(name).restore(label, deadline).await(deadline);
        } catch (IncusException e) {
            if (OwnKeys.forbids(e)) {
                // in a restricted project: the disk alone, which is what a rollback is about; limits stay as they are
                incus.instances().refresh(name, label, deadline).await(deadline);
                return;
            }
            if (running) {
                incus.instances().start(name, deadline).await(deadline);
            }
            throw e;
        }
    }

    /** Its network card, doors and time limit stay what they are; a mark taken while it was minted says so, and it is whole. */
    private void keepPlace(Instance before, Deadline deadline) {
        String name = before.name();
        Versioned<Instance> now = incus.instances().get(name, deadline);
        Map<String, String> config = new LinkedHashMap<>(now.value().config());
        config.put(StampKey.STATE.key(), Stamp.Mark.WHOLE.word());
        config.put(StampKey.MINTER.key(), "");
        for (String key : List.of(
                HARDWARE_ADDRESS,
                UUID,
                StampKey.EXPIRES.key(),
                StampKey.MACHINE_ID.key(),
                StampKey.IMPORT_FIRST.key(),
                StampKey.IMPORT_LAST.key(),
                StampKey.IMPORT_COUNT.key())) {
            config.put(key, before.config().getOrDefault(key, ""));
        }
        Map<String, Map<String, String>> devices = new LinkedHashMap<>(before.devices());
        devices.values().removeIf(OwnDevices::isRoot);
        now.value().devices().forEach((device, keys) -> {
            if (OwnDevices.isRoot(keys)) {
                devices.put(device, keys);
            }
        });
        boolean doors =
                !DoorRules.wanted(new ArrayList<>(List.of(before, now.value()))).isEmpty();
        incus.instances()
                .replace(name, now.with(OwnDevices.with(now.value(), config, devices)), deadline)
                .await(deadline);
        if (doors) {
            DoorRules.converge(incus, deadline);
        }
    }

    private void keepIdentity(String name, String machineId, Progress progress, Deadline deadline) {
        FreshIdentity identity = new FreshIdentity(incus, name);
        if (!identity.current(deadline).equals(machineId)) {
            try (Progress.Step step = progress.step("giving " + name + " its own identity back", deadline)) {
                String userData = incus.instances()
                        .get(name, deadline)
                        .value()
                        .expandedConfig()
                        .getOrDefault("cloud-init.user-data", "");
                identity.erase(CloudInit.worksAtEachBoot(userData), deadline);
                identity.machineId(machineId.isEmpty() ? FreshIdentity.newMachineId() : machineId, deadline);
                step.done("");
            }
        }
        OfflineName.write(incus.instances().files(name), name, deadline);
    }
}
