package dev.box.incus;

/** Kinds that the daemon creates, changes and deletes at once, without an operation. */
public abstract sealed class EditableResources<T> extends Resources<T>
        permits Networks, NetworkAcls, Profiles, StoragePools, Projects, Certificates {

    EditableResources(Daemon daemon, String kind, String root, Class<T> type) {
        super(daemon, kind, root, type);
    }

    abstract String nameOf(T value);

    public void create(T value, Deadline deadline) {
        daemon.send(about("creating", nameOf(value)), "POST", root, value, deadline);
    }

    /** Writes the whole of it, unless someone changed it since {@code versioned} was read ({@link IncusException.PreconditionFailed}). */
    public void replace(String name, Versioned<T> versioned, Deadline deadline) {
        daemon.send(about("changing", name), "PUT", path(name), versioned.value(), ifMatch(versioned), deadline);
    }

    /** Merges these fields into it, e.g. {@code Map.of("config", Map.of("ipv4.nat", "true"))}; keys that are not named stay. */
    public void patch(String name, Object fields, Deadline deadline) {
        daemon.send(about("changing", name), "PATCH", path(name), fields, deadline);
    }

    public void delete(String name, Deadline deadline) {
        daemon.send(about("deleting", name), "DELETE", path(name), null, deadline);
    }
}
