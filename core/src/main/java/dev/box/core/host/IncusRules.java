package dev.box.core.host;

import dev.box.core.net.BridgePort;
import dev.box.core.net.Cidr;
import dev.box.core.net.Ruleset;
import java.util.ArrayList;
import java.util.List;

/**
 * What Incus should have put into nft for boxnet, looked for in the kernel: its config shows the ACL even when rendering
 * it failed or somebody flushed the ruleset. Rules are looked for in every chain, since chain names are Incus's own.
 */
final class IncusRules {

    private static final String FROM = "iifname \"" + HostNames.NETWORK + "\"";
    private static final String TO = "oifname \"" + HostNames.NETWORK + "\"";

    /** What security.mac_filtering and security.ipv4_filtering look at, in nft's words. */
    private static final List<String> FOREIGN = List.of("ether saddr", "ip saddr");

    private IncusRules() {}

    /** What is missing, in words; empty if all is there. */
    static List<String> missing(Ruleset live, Cidr subnet) {
        List<String> rules = new ArrayList<>();
        live.table("inet", "incus").ifPresent(table -> table.chains().values().forEach(rules::addAll));
        List<String> missing = new ArrayList<>();
        for (Cidr range : AclLayer.DROPPED) {
            if (rules.stream().noneMatch(rule -> drops(rule, range.toString()))) {
                missing.add("egress drop to " + range);
            }
        }
        if (rules.stream().noneMatch(rule -> rule.equals(TO + " drop"))) {
            missing.add("ingress drop");
        }
        if (rules.stream().noneMatch(rule -> rule.contains("ip saddr " + subnet) && rule.endsWith("masquerade"))) {
            missing.add("NAT of " + subnet);
        }
        return missing;
    }

    /** Ports where frames of a foreign MAC or IPv4 address are not dropped in both bridge hooks, by name. */
    static List<String> unfiltered(Ruleset live, List<BridgePort> ports) {
        List<String> found = new ArrayList<>();
        for (BridgePort port : ports) {
            long chains = live.table("bridge", "incus").stream()
                    .flatMap(table -> table.chains().values().stream())
                    .filter(chain -> FOREIGN.stream().allMatch(source -> dropsForeign(chain, port.device(), source)))
                    .count();
            if (chains < 2) {
                found.add(port.device());
            }
        }
        return found;
    }

    private static boolean dropsForeign(List<String> chain, String device, String source) {
        String rule = "iifname \"" + device + "\" " + source + " != ";
        return chain.stream().anyMatch(line -> line.startsWith(rule) && line.endsWith(" drop"));
    }

    private static boolean drops(String rule, String range) {
        return rule.equals(FROM + " ip daddr " + range + " drop");
    }
}
