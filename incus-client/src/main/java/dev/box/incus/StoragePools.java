package dev.box.incus;

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
}
