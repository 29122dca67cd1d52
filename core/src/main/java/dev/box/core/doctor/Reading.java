package dev.box.core.doctor;

import dev.box.core.box.Stamp;
import dev.box.core.host.AclLayer;
import dev.box.core.host.Change;
import dev.box.core.host.DoorLayer;
import dev.box.core.host.EgressTarget;
import dev.box.core.host.FirewallRulesLayer;
import dev.box.core.host.FirewallUnitLayer;
import dev.box.core.host.NeighboursLayer;
import dev.box.core.host.NetworkLayer;
import dev.box.core.host.PackagesLayer;
import dev.box.core.host.ProfileLayer;
import dev.box.core.host.RestrictedTierLayer;
import dev.box.core.net.LocalAddress;
import dev.box.core.net.Route;
import dev.box.core.net.Ruleset;
import dev.box.core.tenant.Tenants;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The host at one moment: every fact that a check may look at, read once.
 *
 * @param daemon whether and how Incus answers
 * @param version the daemon's version and its package
 * @param operations what the daemon is busy with
 * @param packages …the layers, each with what it observed and what differs…
 * @param wires this machine's routes and addresses
 * @param rules every live nft rule, whoever made it
 * @param neighbours other firewalls that say of themselves that they are active
 * @param bridgeNetfilter {@code net.bridge.*} by the last part of its name; empty if the kernel has no br_netfilter loaded
 * @param owners boxnet's ports to the instance that each belongs to
 * @param boxes every box of every project that this account sees
 * @param inside what running boxes say from within
 * @param egress what one running box reached
 * @param leftovers what looks like an aborted drill's
 * @param storage the pool and the disk under it
 * @param clock the machine's time
 * @param tenancy the projects of accounts
 */
record Reading(
        DaemonFacts daemon,
        Seen<VersionFacts> version,
        Seen<List<Busy>> operations,
        Seen<Layered<PackagesLayer.Programs>> packages,
        Seen<Layered<FirewallUnitLayer.Unit>> unit,
        Seen<Layered<FirewallRulesLayer.Rules>> firewall,
        Seen<Layered<AclLayer.Acl>> acl,
        Seen<Layered<NetworkLayer.Boxnet>> network,
        Seen<Layered<NeighboursLayer.Neighbours>> carveOuts,
        Seen<Layered<ProfileLayer.Placement>> profile,
        Seen<Layered<DoorLayer.Openings>> doors,
        Seen<Layered<RestrictedTierLayer.Tier>> tier,
        Seen<Wires> wires,
        Seen<Ruleset> rules,
        Seen<NeighbourFacts> neighbours,
        Seen<Map<String, String>> bridgeNetfilter,
        Seen<Map<String, String>> owners,
        Seen<List<BoxFacts>> boxes,
        Seen<List<InBox>> inside,
        Seen<EgressFacts> egress,
        Seen<Leftovers> leftovers,
        Seen<StorageFacts> storage,
        Seen<ClockFacts> clock,
        Seen<TenancyFacts> tenancy) {

    /**
     * Several people on one host.
     *
     * @param own whether the reader is one of them and sees no other
     * @param tenants those that are seen
     * @param routed NICs on boxnet for which Incus routes more than the box's address
     */
    record TenancyFacts(boolean own, List<Tenants.Tenant> tenants, List<RoutedNic> routed) {}

    /**
     * @param project of the instance
     * @param instance that has it, box or not
     * @param device the NIC
     * @param routes the subnets that it asks for
     */
    record RoutedNic(String project, String instance, String device, String routes) {}

    /** What a layer observed, how that differs from what it should be, and what it remarks. */
    record Layered<S>(S observed, List<Change> changes, List<String> remarks) {}

    /**
     * @param daemon what it answered to being asked for itself, or why it did not
     * @param unit {@code incus.service} as systemd has it, e.g. {@code failed}; empty without systemd
     * @param freeBytes left on the disk that holds its data; negative if unknown
     */
    record DaemonFacts(DaemonAnswer daemon, String unit, long freeBytes) {}

    /**
     * @param daemon e.g. {@code 6.0.4}
     * @param packageVersion as dpkg has it; empty if no package owns the daemon
     * @param namedInChangelog CVEs that the package's own changelog on this disk says it fixes
     */
    record VersionFacts(String daemon, String packageVersion, Set<String> namedInChangelog) {}

    /**
     * An operation that has not ended.
     *
     * @param id UUID
     * @param description e.g. {@code Creating instance}
     * @param seconds since it began
     * @param mayCancel whether it can be cancelled
     */
    record Busy(String id, String description, long seconds, boolean mayCancel) {}

    /** A network stack's routes of every table and its addresses. */
    record Wires(List<Route> routes, List<LocalAddress> addresses) {}

    /**
     * @param ufw whether UFW is enabled
     * @param firewalld whether firewalld runs
     * @param zone firewalld's zone of boxnet; empty for its default zone
     * @param docker whether Docker's daemon is here
     * @param legacyTables names of iptables-legacy tables in the kernel, which nft does not list
     */
    record NeighbourFacts(boolean ufw, boolean firewalld, String zone, boolean docker, List<String> legacyTables) {}

    /**
     * A box.
     *
     * @param project the project that it lives in; empty for the caller's own
     * @param name unique in its project
     * @param running now
     * @param mark how its minting ended
     * @param nics its NICs by device name, with what the profiles give them
     * @param addresses that its kernel holds on boxnet; empty unless it runs
     * @param machineId as stamped when minting ended
     */
    record BoxFacts(
            String project,
            String name,
            boolean running,
            Stamp.Mark mark,
            Map<String, Map<String, String>> nics,
            List<String> addresses,
            String machineId) {

        /** With the project in front if it is another than the caller's. */
        String title() {
            return project.isEmpty() ? name : project + "/" + name;
        }
    }

    /**
     * A running box from within.
     *
     * @param box its title
     * @param wires its network; empty lists if it has no {@code ip}
     * @param machineId its kernel's view of /etc/machine-id
     */
    record InBox(String box, Wires wires, String machineId) {}

    /**
     * What a box reached.
     *
     * @param box its title
     * @param target what it tried
     * @param byAddress how connecting by address went; empty if it connected
     * @param resolved the address that the name led to; empty if to none
     * @param byName how connecting to {@code resolved} went; empty if it connected
     */
    record EgressFacts(String box, EgressTarget target, String byAddress, String resolved, String byName) {}

    /**
     * @param things a drill's nft tables, namespaces and what the daemon keeps for it, by name
     * @param boxes boxes of a drill
     * @param users accounts of a drill
     * @param busy whether a drill or a mint is running on this machine now
     */
    record Leftovers(List<String> things, List<BoxFacts> boxes, List<String> users, boolean busy) {}

    /**
     * @param driver the pool's, e.g. {@code btrfs}
     * @param used bytes in the pool
     * @param total bytes of the pool; 0 if unknown
     * @param quota {@code on}, {@code off} or empty for unknown
     * @param hostFree bytes left on the disk under it; negative if unknown
     */
    record StorageFacts(String driver, long used, long total, String quota, long hostFree) {}

    /**
     * @param now seconds since 1970
     * @param newestFile the latest time at which something on this disk was written, as far as was looked
     * @param where which file that was
     * @param synchronised {@code yes}, {@code no} or empty for unknown
     */
    record ClockFacts(long now, long newestFile, String where, String synchronised) {}
}
