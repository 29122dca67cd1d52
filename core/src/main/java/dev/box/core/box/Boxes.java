package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.DoorRules;
import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.host.HostStack;
import dev.box.core.process.Privileges;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Resources;
import dev.box.incus.Deadline;
import dev.box.incus.ExecStreams;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.NetworkLease;
import dev.box.incus.Snapshot;
import dev.box.incus.StopMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The boxes of one daemon and project. Every verb that takes a name goes through {@link #resolve}, so an instance that
 * box did not mint is out of reach of all of them.
 */
public final class Boxes {

    /** How long a guest may take to shut down before it is stopped hard. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final Incus incus;

    private final Settings settings;

    public Boxes(Incus incus, Settings settings) {
        this.incus = incus;
        this.settings = settings;
    }

    /** Every box, by name. It asks the daemon for no guest's state: that costs the kernel a look into each one. */
    public List<BoxSummary> list(Deadline deadline) {
        List<Instance> boxes = tagged(deadline);
        if (boxes.isEmpty()) {
            return List.of();
        }
        SnapshotCounts counts = SnapshotCounts.read(incus, boxes, deadline);
        Summaries summaries = new Summaries(leases(deadline));
        List<BoxSummary> lines = new ArrayList<>(boxes.size());
        for (Instance instance : boxes) {
            Stamp.read(instance.config())
                    .ifPresent(stamp -> lines.add(summaries.of(instance, stamp, counts.of(instance))));
        }
        return lines;
    }

    /** Every box, by name, from one call. */
    public List<Box> all(Deadline deadline) {
        List<Box> all = new ArrayList<>();
        for (Instance instance : tagged(deadline)) {
            Stamp.read(instance.config()).ifPresent(stamp -> all.add(new Box(instance, stamp)));
        }
        return all;
    }

    /** The names of all instances that box did not make: out of reach of every verb. */
    public Set<String> foreign(Deadline deadline) {
        Set<String> names = new TreeSet<>();
        for (Instance instance : incus.instances().list(deadline)) {
            if (!Stamp.isBox(instance.config())) {
                names.add(instance.name());
            }
        }
        return names;
    }

    private List<Instance> tagged(Deadline deadline) {
        List<Instance> boxes = new ArrayList<>();
        for (Instance instance : incus.instances().list(deadline)) {
            if (Stamp.isBox(instance.config())) {
                boxes.add(instance);
            }
        }
        boxes.sort(Comparator.comparing(Instance::name));
        return boxes;
    }

    /**
     * The box of that name, from one call. Throws {@link BoxFailure.Refused} for what is no name, and
     * {@link BoxFailure.Failed} alike for what does not exist and for what box did not mint.
     */
    public Box resolve(String name, Deadline deadline) {
        String valid = BoxName.of(name).value();
        Optional<Instance> instance = incus.instances().find(valid, deadline).map(found -> found.value());
        Optional<Stamp> stamp = instance.flatMap(found -> Stamp.read(found.config()));
        if (instance.isEmpty() || stamp.isEmpty()) {
            throw new BoxFailure.Failed("looking for a box", "no such box: " + valid + " (see 'box list')", "");
        }
        return new Box(instance.get(), stamp.get());
    }

    public BoxInfo info(String name, Deadline deadline) {
        Box box = resolve(name, deadline);
        List<Snapshot> snapshots =
                new ArrayList<>(incus.instances().snapshots(box.name()).list(deadline));
        snapshots.sort(Comparator.comparing(Snapshot::createdAt));
        List<BoxInfo.SnapshotInfo> labels = new ArrayList<>();
        for (Snapshot snapshot : snapshots) {
            labels.add(new BoxInfo.SnapshotInfo(snapshot.name(), snapshot.createdAt()));
        }
        Summaries summaries = new Summaries(box.running() ? leases(deadline) : List.of());
        return new BoxInfo(
                summaries.of(box.instance(), box.stamp(), labels.size()),
                resources(box.instance()),
                box.stamp(),
                List.copyOf(labels),
                box.instance().config().getOrDefault(StampKey.EXPIRES.key(), ""));
    }

    /**
     * Starts it and waits until it can be used.
     *
     * @return its address, dotted IPv4
     */
    public String start(String name, Progress progress, Deadline deadline) {
        Box box = resolve(name, deadline);
        box.requireNotMinting("starting box '" + box.name() + "'");
        if (!box.running()) {
            try (Progress.Step step = progress.step("starting " + box.name(), deadline)) {
                incus.instances().start(box.name(), deadline).await(deadline);
                step.done("");
            }
        }
        return new Arrival(incus).await(box.name(), progress, deadline).address();
    }

    /** How a box came to be down. */
    public enum Down {
        ALREADY,
        SHUT_DOWN,
        /** It did not shut down in time, or was not asked to. */
        KILLED
    }

    /** Shuts it down; one that does not in time is stopped hard, and {@code progress} is told so. {@code force} does not ask first. */
    public Down down(String name, boolean force, Progress progress, Deadline deadline) {
        Box box = resolve(name, deadline);
        if (box.instance().status().equals("Stopped")) {
            return Down.ALREADY;
        }
        if (!force && shutDown(box, progress, deadline.within(GRACE))) {
            return Down.SHUT_DOWN;
        }
        kill(box, progress, deadline);
        return Down.KILLED;
    }

    private boolean shutDown(Box box, Progress progress, Deadline grace) {
        try (Progress.Step step = progress.step("shutting down " + box.name(), grace)) {
            try {
                incus.instances().stop(box.name(), StopMode.CLEAN, grace).await(grace);
                step.done("");
                return true;
            } catch (IncusException.OperationFailed | IncusException.TimedOut e) {
                step.failed("not within " + grace.budget().toSeconds() + " s");
                progress.warn("box '" + box.name() + "' did not shut down: stopping it hard");
                return false;
            }
        }
    }

    private void kill(Box box, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("stopping " + box.name(), deadline)) {
            incus.instances().stop(box.name(), StopMode.FORCE, deadline).await(deadline);
            step.done("");
        }
    }

    /** Deletes the box and its snapshots. A running one is refused unless {@code force}, which stops it hard first. */
    public void remove(String name, boolean force, Progress progress, Deadline deadline) {
        Box box = resolve(name, deadline);
        if (!box.instance().status().equals("Stopped")) {
            if (!force) {
                throw new BoxFailure.Failed(
                        "removing box '" + box.name() + "'",
                        "it is " + box.instance().status().toLowerCase(Locale.ROOT),
                        "box down " + box.name() + ", or box rm " + box.name() + " --force");
            }
            kill(box, progress, deadline);
        }
        try (Progress.Step step = progress.step("removing " + box.name(), deadline)) {
            if (force) {
                Deletion.force(incus, box.name(), deadline);
            } else {
                Deletion.ofStopped(incus, box.name(), deadline);
            }
            step.done("");
        }
        if (!DoorRules.wanted(List.of(box.instance())).isEmpty()) {
            doorsWent(deadline);
        }
    }

    /** Its address may be another box's tomorrow: no rule of a door stays behind, nor the routing if it was the last door. */
    private void doorsWent(Deadline deadline) {
        if (Privileges.isRoot() && incus.endpoint().remote().isEmpty()) {
            new HostStack(Host.local(settings)).convergeDoors(deadline);
        } else {
            DoorRules.converge(incus, deadline);
        }
    }

    /**
     * How removing one box of several went.
     *
     * @param name as given
     * @param failure a {@link BoxFailure} or an {@link IncusException}; empty if the box is gone
     */
    public record Removal(String name, Optional<RuntimeException> failure) {}

    /**
     * Removes boxes one after the other; one that fails does not keep the rest from going.
     *
     * @param each how long one may take
     */
    public List<Removal> removeAll(List<String> names, boolean force, Progress progress, Duration each) {
        List<Removal> removals = new ArrayList<>();
        for (String name : names) {
            removals.add(new Removal(name, failureOfRemoving(name, force, progress, Deadline.after(each))));
        }
        return List.copyOf(removals);
    }

    private Optional<RuntimeException> failureOfRemoving(
            String name, boolean force, Progress progress, Deadline deadline) {
        try {
            remove(name, force, progress, deadline);
            return Optional.empty();
        } catch (BoxFailure.Interrupted e) {
            throw e;
        } catch (BoxFailure | IncusException e) {
            return Optional.of(e);
        }
    }

    /**
     * Runs a command in it as its user, with the caller's streams, and returns the guest's exit status. Two calls: one
     * reads the tag, one runs.
     *
     * @param term the caller's terminal type
     */
    public int exec(String name, List<String> command, String term, ExecStreams streams, Deadline deadline) {
        Box box = resolveRunning(name, deadline);
        return incus.instances().exec(box.name(), box.user().command(command, term), streams, deadline);
    }

    /** A box that can be entered. */
    public Box resolveRunning(String name, Deadline deadline) {
        Box box = resolve(name, deadline);
        if (!box.running()) {
            throw new BoxFailure.Failed(
                    "entering box '" + box.name() + "'",
                    "it is " + box.state().word(),
                    box.state() == BoxState.STOPPED ? "box start " + box.name() : "box info " + box.name());
        }
        return box;
    }

    private List<NetworkLease> leases(Deadline deadline) {
        try {
            return incus.networks().leases(HostNames.NETWORK, deadline);
        } catch (IncusException.NotFound e) {
            // a host whose stack is gone still lists its boxes, without addresses
            return List.of();
        }
    }

    private static Resources resources(Instance instance) {
        Map<String, String> config = instance.expandedConfig();
        Map<String, String> root = instance.expandedDevices().getOrDefault("root", Map.of());
        return new Resources(
                config.getOrDefault("limits.cpu", ""),
                config.getOrDefault("limits.memory", ""),
                root.getOrDefault("size", ""));
    }
}
