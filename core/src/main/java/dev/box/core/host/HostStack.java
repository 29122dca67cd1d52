package dev.box.core.host;

import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;

/**
 * The layers of a host, in the order in which they are made; they are removed in the reverse. The firewall comes before
 * the network, and the ACL before it too, so that boxnet never exists unfiltered.
 */
public final class HostStack {

    private final Host host;
    private final PackagesLayer packages;
    private final DaemonLayer daemon;
    private final PoolLayer pool;
    private final FirewallUnitLayer unit;
    private final FirewallRulesLayer firewall;
    private final AclLayer acl;
    private final NetworkLayer network;
    private final NeighboursLayer neighbours;
    private final ProfileLayer profile;
    private final DoorLayer doors;
    private final RestrictedTierLayer tier;

    public HostStack(Host host) {
        this.host = host;
        BoxnetPlan plan = new BoxnetPlan(host);
        packages = new PackagesLayer(host);
        daemon = new DaemonLayer(host);
        pool = new PoolLayer(host);
        unit = new FirewallUnitLayer(host);
        firewall = new FirewallRulesLayer(host);
        network = new NetworkLayer(host, plan);
        acl = new AclLayer(host, plan, network);
        neighbours = new NeighboursLayer(host, plan);
        profile = new ProfileLayer(host);
        doors = new DoorLayer(host);
        tier = new RestrictedTierLayer(host);
    }

    public Host host() {
        return host;
    }

    /** All of them, in order. */
    public List<Layer<?>> layers() {
        return List.of(packages, daemon, pool, unit, firewall, acl, network, neighbours, profile, doors, tier);
    }

    public PackagesLayer packages() {
        return packages;
    }

    public DaemonLayer daemon() {
        return daemon;
    }

    public RestrictedTierLayer tier() {
        return tier;
    }

    public PoolLayer pool() {
        return pool;
    }

    public FirewallUnitLayer unit() {
        return unit;
    }

    public FirewallRulesLayer firewall() {
        return firewall;
    }

    public AclLayer acl() {
        return acl;
    }

    public NetworkLayer network() {
        return network;
    }

    public NeighboursLayer neighbours() {
        return neighbours;
    }

    public ProfileLayer profile() {
        return profile;
    }

    public DoorLayer doors() {
        return doors;
    }

    /** Makes rules and loopback routing follow the doors that the boxes have, and proves it. */
    public List<Change> convergeDoors(Deadline deadline) {
        return doors.converge(Progress.silent(), deadline);
    }

    /** Every difference of every layer: what setup would change, what doctor reports. Changes nothing. */
    public List<Change> verify(Deadline deadline) {
        List<Change> changes = new ArrayList<>();
        for (Layer<?> layer : layers()) {
            changes.addAll(layer.verify(deadline));
        }
        return changes;
    }
}
