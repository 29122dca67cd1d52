package dev.box.incus;

import java.util.List;

/** Storage pools. */
public final class StoragePools extends EditableResources<StoragePool> {

    StoragePools(Daemon daemon) {
        super(daemon, "storage pool", "/1.0/storage-pools", StoragePool.class);
    }

    @Override
    String nameOf(StoragePool value) {
        return value.name();
    }

    /** How full it is. */
    public StorageResources resources(String name, Deadline deadline) {
        return daemon.get(
                        about("measuring", name),
                        path(name) + "/resources",
                        Codec.type(StorageResources.class),
                        deadline)
                .value();
    }

    /**
     * The API paths of its volumes in this project, snapshots of volumes included, e.g.
     * {@code /1.0/storage-pools/default/volumes/container/work/snapshots/first}. Cheap: nothing is measured.
     */
    public List<String> volumePaths(String name, Deadline deadline) {
        return daemon.get(
                        about("listing the volumes of", name),
                        path(name) + "/volumes",
                        Codec.type(String.class).list(),
                        deadline)
                .value();
    }
}
