package dev.box.drill.control;

import dev.box.core.host.Change;
import dev.box.core.host.HostNames;
import dev.box.core.host.HostStack;
import dev.box.core.host.Layer;
import dev.box.core.host.ProfileLayer;
import dev.box.drill.contract.LayerId;
import dev.box.drill.probe.AtOnce;
import dev.box.drill.report.LayerReport;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Checks every mechanism by itself, by what the host stack's own layers read from the kernel and the daemon. Layers that
 * back each other up hide each other's absence from the cells; they cannot hide it from here.
 */
public final class LayerChecks {

    private static final String FIX = "sudo box setup-host";

    private static final Set<LayerId> OF_NETWORK = Set.of(
            LayerId.NAT,
            LayerId.ACL,
            LayerId.ACL_INGRESS,
            LayerId.NAMES,
            LayerId.RESOLVERS,
            LayerId.NO_IPV6,
            LayerId.KNOWN_CARDS,
            LayerId.DNSMASQ);

    private static final String FILTER = ProfileLayer.FILTER;

    private LayerChecks() {}

    public static List<LayerReport> check(HostStack stack, Deadline deadline) {
        List<Callable<List<Change>>> work = new ArrayList<>();
        for (Layer<?> layer : List.of(stack.unit(), stack.firewall(), stack.acl(), stack.network(), stack.doors())) {
            work.add(() -> layer.verify(deadline));
        }
        work.add(() -> ofProfile(stack, deadline));
        work.add(() -> InstanceChecks.differences(stack.host(), deadline));
        return of(AtOnce.all("checking the layers", work).stream()
                .flatMap(List::stream)
                .toList());
    }

    private static List<Change> ofProfile(HostStack stack, Deadline deadline) {
        ProfileLayer.Placement placement = stack.profile().observe(deadline);
        List<Change> changes = new ArrayList<>(stack.profile().diff(placement));
        for (String port : placement.unfiltered()) {
            if (!placement.renewable().contains(port)) { // the layer reports the others itself
                changes.add(new Change("profile", FILTER + port, "absent", "there"));
            }
        }
        return changes;
    }

    /** One report for each layer of the contract, red where something differs from what setup makes. */
    static List<LayerReport> of(List<Change> changes) {
        List<LayerReport> reports = new ArrayList<>();
        for (LayerId layer : LayerId.values()) {
            List<String> own = changes.stream()
                    .filter(change -> concerns(layer, change))
                    .map(change -> change.what() + ": " + change.was() + ", should be " + change.is())
                    .toList();
            boolean green = own.isEmpty();
            reports.add(new LayerReport(
                    layer.id(),
                    layer.mechanism(),
                    green,
                    green ? "in force: " + layer.mechanism() : String.join("; ", own),
                    green ? "" : FIX));
        }
        return reports;
    }

    /** The layers that a difference concerns; every kind that the host stack reports concerns at least one. */
    private static boolean concerns(LayerId layer, Change change) {
        return switch (change.layer()) {
            case "firewall" -> ofFirewall(change).contains(layer);
            case "unit" -> layer == LayerId.BOOT_ORDER;
            case "doors" -> layer == LayerId.DOORS;
            case "acl" -> layer == LayerId.ACL;
            case "profile" -> layer == ofProfile(change.what());
            case InstanceChecks.LAYER -> layer == LayerId.INSTANCE;
            default -> ofNetwork(change).contains(layer);
        };
    }

    /** What is said of the file or of the unit, rather than of one table, concerns both tables. */
    private static Set<LayerId> ofFirewall(Change change) {
        boolean inet = change.what().contains("inet box");
        boolean bridge = change.what().contains("bridge box");
        if (inet == bridge) {
            return Set.of(LayerId.HOST_INPUT, LayerId.BRIDGE_DROP, LayerId.MAC_BINDING);
        }
        if (inet) {
            return Set.of(LayerId.HOST_INPUT);
        }
        if (!change.what().startsWith("live rule")) {
            return Set.of(LayerId.BRIDGE_DROP, LayerId.MAC_BINDING);
        }
        String rule = change.is().equals(Change.ABSENT) ? change.was() : change.is();
        boolean drop = rule.equals("chain forward") || rule.startsWith("forward: ");
        return Set.of(drop ? LayerId.BRIDGE_DROP : LayerId.MAC_BINDING);
    }

    private static LayerId ofProfile(String what) {
        return what.startsWith(FILTER) || what.endsWith("_filtering") ? LayerId.SOURCE_FILTER : LayerId.PORT_ISOLATION;
    }

    private static Set<LayerId> ofNetwork(Change change) {
        return switch (change.what()) {
            case HostNames.NETWORK -> OF_NETWORK; // it is missing: then nothing that stands on it is in force
            case "live rule of Incus" -> Set.of(ofRule(change.is()));
            case "security.acls" -> Set.of(LayerId.ACL, LayerId.ACL_INGRESS);
            case "security.acls.default.egress.action" -> Set.of(LayerId.ACL);
            case "security.acls.default.ingress.action" -> Set.of(LayerId.ACL_INGRESS);
            case "dns.mode" -> Set.of(LayerId.NAMES);
            case "names that dnsmasq has from old leases" -> Set.of(LayerId.NAMES);
            case "raw.dnsmasq" ->
                change.was().contains("dhcp-ignore=tag:!known")
                        ? Set.of(LayerId.NAMES, LayerId.RESOLVERS)
                        : Set.of(LayerId.NAMES, LayerId.RESOLVERS, LayerId.KNOWN_CARDS);
            case "dnsmasq" -> Set.of(LayerId.DNSMASQ);
            default -> Set.of(ofKey(change.what()));
        };
    }

    private static LayerId ofRule(String rule) {
        return rule.startsWith("NAT") ? LayerId.NAT : rule.startsWith("ingress") ? LayerId.ACL_INGRESS : LayerId.ACL;
    }

    private static LayerId ofKey(String key) {
        if (key.startsWith("ipv6.")) {
            return LayerId.NO_IPV6;
        }
        // a foreign interface in the bridge is a way round isolated ports
        return key.startsWith("bridge.") ? LayerId.PORT_ISOLATION : LayerId.NAT;
    }
}
