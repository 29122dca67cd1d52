package dev.box.incus;

import java.util.List;

/** Networks: those that the daemon manages and the host's other interfaces. */
public final class Networks extends EditableResources<Network> {

    Networks(Daemon daemon) {
        super(daemon, "network", "/1.0/networks", Network.class);
    }

    @Override
    String nameOf(Network value) {
        return value.name();
    }

    /** Who holds which address, from the DHCP server and from static assignments. */
    public List<NetworkLease> leases(String name, Deadline deadline) {
        return daemon.get(
                        about("reading the leases of", name),
                        path(name) + "/leases",
                        Codec.type(NetworkLease.class).list(),
                        deadline)
                .value();
    }

    /** The interface behind it. */
    public NetworkState state(String name, Deadline deadline) {
        return daemon.get(
                        about("reading the state of", name),
                        path(name) + "/state",
                        Codec.type(NetworkState.class),
                        deadline)
                .value();
    }
}
