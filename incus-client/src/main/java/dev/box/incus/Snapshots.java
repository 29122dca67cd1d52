package dev.box.incus;

import java.util.List;
import java.util.Map;

/** The snapshots of one instance. */
public final class Snapshots {

    private final Daemon daemon;
    private final String instance;
    private final String owner;

    Snapshots(Daemon daemon, String instance) {
        this.daemon = daemon;
        this.instance = instance;
        this.owner = "/1.0/instances/" + Paths.segment(instance);
    }

    public List<Snapshot> list(Deadline deadline) {
        return daemon.get(
                        "listing the snapshots of '" + instance + "'",
                        owner + "/snapshots?recursion=1",
                        Codec.type(Snapshot.class).list(),
                        deadline)
                .value();
    }

    public Operation create(String name, Deadline deadline) {
        return daemon.start(
                about("taking", name), "POST", owner + "/snapshots", Map.of("name", name, "stateful", false), deadline);
    }

    public Operation delete(String name, Deadline deadline) {
        return daemon.start(
                about("deleting", name), "DELETE", owner + "/snapshots/" + Paths.segment(name), null, deadline);
    }

    public Operation rename(String name, String newName, Deadline deadline) {
        return daemon.start(
                about("renaming", name),
                "POST",
                owner + "/snapshots/" + Paths.segment(name),
                Map.of("name", newName),
                deadline);
    }

    /** Rolls the instance back to it. */
    public Operation restore(String name, Deadline deadline) {
        return daemon.start(about("restoring", name), "PUT", owner, Map.of("restore", name), deadline);
    }

    private String about(String doing, String name) {
        return doing + " snapshot '" + instance + "/" + name + "'";
    }
}
