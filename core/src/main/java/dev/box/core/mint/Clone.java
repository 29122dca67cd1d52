package dev.box.core.mint;

import dev.box.core.box.Arrival;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.box.Checkpoints;
import dev.box.core.box.GuestDisk;
import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Templates;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.InstanceRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a box as a copy of another. Its identity is made new on the stopped copy, or in a VM by its first boot before the
 * network is up, so it boots once and never stands on its source's lease. What is written on the source: nothing.
 */
public final class Clone {

    private final Incus incus;
    private final Boxes boxes;
    private final Templates templates;
    private final String version;

    /** {@code version} is box's own, for the stamp. */
    public Clone(Incus incus, Settings settings, Templates templates, String version) {
        this.incus = incus;
        this.boxes = new Boxes(incus, settings);
        this.templates = templates;
        this.version = version;
    }

    /**
     * Makes one, and tells each step to {@code progress}.
     *
     * @throws BoxFailure as {@link Mint#mint} does
     */
    public Minted clone(CloneRequest request, Progress progress, Deadline deadline) {
        Birth birth = new Birth(incus, request.name());
        return birth.interruptibly(() -> {
            Stack stack = Stack.read(incus, true, deadline.within(Birth.CALL));
            Box source = source(request, deadline.within(Birth.CALL));
            birth.requireFree(deadline.within(Birth.CALL));
            if (!stack.copiesOnWrite()) {
                progress.warn("pool '" + stack.pool() + "' is of driver dir: this is a full copy, which takes a while");
            }
            String machineId = source.instance().isVirtualMachine() ? "" : FreshIdentity.newMachineId();
            copy(source, request, machineId, birth, progress, deadline.within(Birth.CREATE));
            return birth.markingFailure(progress, () -> deliver(source, request, machineId, birth, progress, deadline));
        });
    }

    private Box source(CloneRequest request, Deadline deadline) {
        Box source = request.snapshot().isEmpty()
                ? boxes.resolve(request.source(), deadline)
                : new Checkpoints(incus, boxes).require(request.source(), request.snapshot(), deadline);
        String tried = "cloning box '" + source.name() + "'";
        if (source.instance().isVirtualMachine() && !FirmwareIdentity.isPrepared(source.instance())) {
            throw new BoxFailure.Refused(
                    tried,
                    "it is a VM that keeps its identity on its disk, where nobody can change it while it is down",
                    "mint another one: box new NAME --template "
                            + Untrusted.line(source.stamp().template()));
        }
        boolean whole = source.stamp().state() == Stamp.Mark.WHOLE;
        boolean marked = source.stamp().state() == Stamp.Mark.FAILED
                && !request.snapshot().isEmpty();
        if (!whole && !marked) {
            throw new BoxFailure.Failed(tried, "it is " + source.state().word(), "box info " + source.name());
        }
        return source;
    }

    private void copy(
            Box source, CloneRequest request, String machineId, Birth birth, Progress progress, Deadline deadline) {
        String name = request.name().value();
        boolean live = request.snapshot().isEmpty() && source.running();
        try (Progress.Step step = progress.step("copying " + request.from() + " to " + name, deadline)) {
            GuestDisk.flush(incus, source.name(), live && source.runsAsVm(), deadline);
            InstanceRequest copy = InstanceRequest.copyOf(
                            name, request.from(), request.snapshot().isEmpty())
                    .withProfiles(List.of(HostNames.PROFILE))
                    .withConfig(config(source, request, machineId));
            incus.instances().create(copy, deadline).await(deadline, p -> step.update(p.text()));
            step.done(live ? "of the disk of a running box, as after a power cut" : "");
        } catch (IncusException.Conflict | IncusException.OperationFailed e) {
            throw birth.creationFailed(e);
        }
    }

    private static Mode mode(Box source) {
        return source.instance().isVirtualMachine() ? Mode.VM : Mode.CONTAINER;
    }

    /** What describes the clone's coming into being is its own; what the source was made of stays. */
    private Map<String, String> config(Box box, CloneRequest request, String machineId) {
        Stamp source = box.stamp();
        Stamp stamp = new Stamp(
                Math.max(source.schema(), Stamp.SCHEMA),
                version,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                source.template(),
                source.user(),
                source.image(),
                source.imageFingerprint(),
                mode(box).word(),
                source.modeAsked(),
                "clone",
                request.from(),
                machineId,
                Stamp.Mark.MINTING);
        Map<String, String> config = new LinkedHashMap<>(stamp.toConfig());
        config.put(StampKey.MACHINE_ID.key(), machineId);
        config.put(StampKey.MINTER.key(), Minter.self());
        config.put(StampKey.EXPIRES.key(), request.expires());
        return config;
    }

    private Minted deliver(
            Box source, CloneRequest request, String machineId, Birth birth, Progress progress, Deadline deadline) {
        String name = request.name().value();
        List<String> oldKeys = renew(source, name, machineId, progress, deadline.within(Birth.FILES));
        birth.start(progress, deadline);
        Arrival.Arrived arrived = new Arrival(incus).await(name, progress, deadline);
        Identity identity = Identity.ofCopy(incus, name);
        String address = identity.settle(source.user(), arrived, deadline.within(Birth.CALL));
        if (!oldKeys.isEmpty()) {
            identity.requireOtherHostKeys(oldKeys, progress, deadline.within(Birth.CALL));
        }
        birth.declareWhole(deadline);
        return new Minted(
                name,
                address,
                mode(source),
                source.stamp().template(),
                source.user().name(),
                List.of(),
                templates.loginHint(source.stamp().template()));
    }

    private List<String> renew(Box source, String name, String machineId, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("making " + name + " somebody else", deadline)) {
            OwnDevices.drop(incus, name, device -> !OwnDevices.isRoot(device), deadline);
            if (source.instance().isVirtualMachine()) {
                step.done("from its first boot on");
                return List.of();
            }
            FreshIdentity identity = new FreshIdentity(incus, name);
            String userData = source.instance().expandedConfig().getOrDefault("cloud-init.user-data", "");
            List<String> oldKeys = identity.erase(CloudInit.worksAtEachBoot(userData), deadline);
            identity.name(name, deadline);
            identity.machineId(machineId, deadline);
            step.done("");
            return oldKeys;
        }
    }
}
