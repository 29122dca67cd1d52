package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** Snapshots of boxes. A mark is a snapshot that a mint took by itself. */
public final class Checkpoints {

    private final Incus incus;
    private final Boxes boxes;

    public Checkpoints(Incus incus, Boxes boxes) {
        this.incus = incus;
        this.boxes = boxes;
    }

    /** Takes one. Of a running box it is the disk as after a power cut: what its programs hold in memory is not in it. */
    public void take(String name, SnapshotLabel label, Progress progress, Deadline deadline) {
        Box box = boxes.resolve(name, deadline);
        box.requireNotMinting("taking a snapshot of box '" + box.name() + "'");
        String what = box.name() + "/" + label;
        if (labels(box, deadline).contains(label.value())) {
            throw new BoxFailure.Refused(
                    "taking snapshot '" + what + "'",
                    "there is one of that label",
                    "choose another label: box snapshot " + box.name() + " LABEL");
        }
        try (Progress.Step step = progress.step("taking snapshot " + what, deadline)) {
            GuestDisk.flush(incus, box.name(), box.runsAsVm(), deadline);
            incus.instances()
                    .snapshots(box.name())
                    .create(label.value(), deadline)
                    .await(deadline);
            step.done(box.running() ? "of the disk of a running box" : "");
        }
    }

    /** The box, if it has that snapshot. Throws {@link BoxFailure.Failed} that names those that it has. */
    public Box require(String name, String label, Deadline deadline) {
        Box box = boxes.resolve(name, deadline);
        List<String> labels = labels(box, deadline);
        if (!labels.contains(label)) {
            throw new BoxFailure.Failed(
                    "looking for snapshot '" + Untrusted.line(label) + "' of box '" + box.name() + "'",
                    labels.isEmpty()
                            ? "it has no snapshots"
                            : "no such snapshot; there is: " + Untrusted.line(String.join(" ", labels)),
                    "box info " + box.name());
        }
        return box;
    }

    /** Renames a stopped box, and tells the guest if its files can be reached (those of a VM cannot while it is down). */
    public void rename(String name, BoxName newName, Progress progress, Deadline deadline) {
        Box box = boxes.resolve(name, deadline);
        String tried = "renaming box '" + box.name() + "' to '" + newName + "'";
        box.requireNotMinting(tried);
        if (!box.instance().status().equals("Stopped")) {
            throw new BoxFailure.Failed(
                    tried,
                    "it is " + box.instance().status().toLowerCase(java.util.Locale.ROOT),
                    "box down " + box.name());
        }
        if (incus.instances().find(newName.value(), deadline).isPresent()) {
            throw new BoxFailure.Refused(
                    tried, "an instance has that name", "choose another name: box rename " + box.name() + " NAME");
        }
        try (Progress.Step step = progress.step("renaming " + box.name() + " to " + newName, deadline)) {
            incus.instances().rename(box.name(), newName.value(), deadline).await(deadline);
            step.done("");
        } catch (IncusException.Conflict e) {
            throw new BoxFailure.Refused(
                    tried, "an instance has that name", "choose another name: box rename " + box.name() + " NAME");
        }
        if (box.instance().isVirtualMachine()) {
            progress.note("inside, it still calls itself '" + box.name() + "': hostnamectl hostname " + newName);
        } else {
            OfflineName.write(incus.instances().files(newName.value()), newName.value(), deadline);
        }
    }

    /** The labels of its snapshots, in the daemon's order; untrusted when printed. */
    public List<String> labels(String name, Deadline deadline) {
        return labels(boxes.resolve(name, deadline), deadline);
    }

    private List<String> labels(Box box, Deadline deadline) {
        List<String> labels = new ArrayList<>();
        for (Snapshot snapshot : incus.instances().snapshots(box.name()).list(deadline)) {
            labels.add(snapshot.name());
        }
        return labels;
    }
}
