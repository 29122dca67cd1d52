package dev.box.incus;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A daemon, seen from one project. Cheap to make, thread-safe; no connection is held between calls. */
public final class Incus implements AutoCloseable {

    private final Daemon daemon;
    private final Runnable atClose;

    private Incus(Daemon daemon, Runnable atClose) {
        this.daemon = daemon;
        this.atClose = atClose;
    }

    /** No I/O until the first call. */
    public static Incus connect(Endpoint endpoint) {
        return connect(endpoint, () -> {});
    }

    /** {@code atClose} ends what leads to the endpoint. */
    public static Incus connect(Endpoint endpoint, Runnable atClose) {
        return new Incus(Daemon.at(endpoint), atClose);
    }

    /** The same daemon, another project. */
    public Incus inProject(String name) {
        return new Incus(daemon.inProject(name), atClose);
    }

    /** How the incus client names an instance of this daemon, e.g. {@code work} or {@code far:work}. */
    public String nameForClient(String instance) {
        String remote = endpoint().remote();
        return remote.isEmpty() ? instance : remote + ":" + instance;
    }

    /** The chosen project; empty for the daemon's default. */
    public String project() {
        return daemon.project;
    }

    public Endpoint endpoint() {
        return daemon.endpoint;
    }

    public ServerInfo server(Deadline deadline) {
        return daemon.get("asking the daemon about itself", "/1.0", Codec.type(ServerInfo.class), deadline)
                .value();
    }

    /**
     * What {@link #server} says, if the daemon is good enough.
     *
     * @param minimumVersion e.g. {@code 6.0}
     * @param extensions API extensions that must be there
     * @throws IncusException.DaemonTooOld naming all that is missing
     */
    public ServerInfo require(String minimumVersion, List<String> extensions, Deadline deadline) {
        ServerInfo info = server(deadline);
        ServerFloor.check(info, minimumVersion, extensions);
        return info;
    }

    /** What the daemon complains about. */
    public List<Warning> warnings(Deadline deadline) {
        return daemon.get(
                        "listing warnings",
                        "/1.0/warnings?recursion=1",
                        Codec.type(Warning.class).list(),
                        deadline)
                .value();
    }

    public Instances instances() {
        return new Instances(daemon);
    }

    public Networks networks() {
        return new Networks(daemon);
    }

    public NetworkAcls networkAcls() {
        return new NetworkAcls(daemon);
    }

    public Profiles profiles() {
        return new Profiles(daemon);
    }

    public StoragePools storagePools() {
        return new StoragePools(daemon);
    }

    public Images images() {
        return new Images(daemon);
    }

    public Projects projects() {
        return new Projects(daemon);
    }

    public Certificates certificates() {
        return new Certificates(daemon);
    }

    public Operations operations() {
        return new Operations(daemon);
    }

    /**
     * Opens the daemon's event stream.
     *
     * @param types as in {@link Event#type}; empty for all
     * @param listener called on the stream's own thread, in order
     * @param deadline for opening it, not for how long it lasts
     */
    public EventStream events(Set<String> types, Consumer<Event> listener, Deadline deadline) {
        return EventStream.open(daemon, types, listener, deadline);
    }

    @Override
    public void close() {
        atClose.run();
    }
}
