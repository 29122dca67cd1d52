package dev.box.drill.mutation;

import dev.box.core.host.HostNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What phases do to a host on purpose, by id: an aborted run's is found again by it, and undone. */
final class Disturbances {

    private static final Map<String, Fault> ALL = new LinkedHashMap<>();

    static {
        ALL.put("semantics.network", ScratchNetwork.removed());
        ALL.put("rehearse.mac", DaemonFaults.nic("security.ipv4_filtering", "false"));
        ALL.put("rehearse.ipv4", DaemonFaults.nic("security.mac_filtering", "false"));
        ALL.put("rehearse.binding", KernelFaults.unbound());
        ALL.put("perturb.daemon", HostFaults.daemonBack());
        ALL.put("perturb.dnsmasq", KernelFaults.dnsmasqDead());
        ALL.put("perturb.flush", HostFaults.flushed());
        ALL.put("perturb.tables", HostFaults.tablesGone());
        ALL.put("upgrade.rules", HostFaults.olderRules());
        ALL.put("migrate.legacy", HostFaults.legacyHost());
        ALL.put("multiuser.people", TenantFaults.accounts());
        ALL.put("multiuser.bridge-drop", LinkMutations.noBridgeDrop());
        ALL.put("doors", HostFaults.doorsClosed());
    }

    private Disturbances() {}

    static Fault get(String id) {
        return byId(id).orElseThrow(() -> new IllegalArgumentException(id + " on " + HostNames.NETWORK));
    }

    static Optional<Fault> byId(String id) {
        return Optional.ofNullable(ALL.get(id));
    }
}
