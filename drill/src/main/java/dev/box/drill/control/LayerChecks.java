package dev.box.drill.control;

import dev.box.core.host.Change;
import dev.box.core.host.HostStack;
import dev.box.core.host.Layer;
import dev.box.drill.contract.LayerId;
import dev.box.drill.report.LayerReport;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks every mechanism by itself, by what the host stack's own layers read from the kernel and the daemon. Layers that
 * back each other up hide each other's absence from the cells; they cannot hide it from here.
 */
public final class LayerChecks {

    private static final String FIX = "sudo box setup-host";

    private LayerChecks() {}

    public static List<LayerReport> check(HostStack stack, Deadline deadline) {
        List<Change> changes = new ArrayList<>();
        for (Layer<?> layer : List.of(stack.firewall(), stack.acl(), stack.network(), stack.profile())) {
            changes.addAll(layer.verify(deadline));
        }
        return of(changes);
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

    /** Every change concerns at least one layer: {@link LayerChecksTest} holds that for the kinds that there are. */
    static boolean concerns(LayerId layer, Change change) {
        String what = change.what();
        boolean network = change.layer().equals("network");
        // the network itself is missing: then none of what stands on it is in force
        boolean all = network && what.equals("boxnet");
        boolean acls = network && what.equals("security.acls");
        boolean rule = network && what.equals("live rule of Incus");
        return switch (layer) {
            case NAT ->
                all
                        || network
                                && (what.startsWith("ipv4.")
                                        || rule && change.is().startsWith("NAT"));
            case HOST_INPUT ->
                change.layer().equals("firewall") && (what.contains("inet box") || !what.contains("bridge box"));
            case BRIDGE_DROP ->
                change.layer().equals("firewall") && (what.contains("bridge box") || !what.contains("inet box"));
            case ACL ->
                all
                        || acls
                        || change.layer().equals("acl")
                        || rule && change.is().startsWith("egress")
                        || network && what.equals("security.acls.default.egress.action");
            case ACL_INGRESS ->
                all
                        || acls
                        || rule && change.is().startsWith("ingress")
                        || network && what.equals("security.acls.default.ingress.action");
            // a foreign interface in the bridge is a way round isolated ports
            case PORT_ISOLATION -> change.layer().equals("profile") || network && what.startsWith("bridge.");
            case NAMES -> all || network && (what.equals("dns.mode") || what.equals("raw.dnsmasq"));
            case RESOLVERS -> all || network && what.equals("raw.dnsmasq");
            case NO_IPV6 -> all || network && what.startsWith("ipv6.");
            case DNSMASQ -> all || network && what.equals("dnsmasq");
        };
    }
}
