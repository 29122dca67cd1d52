package dev.box.core.doctor;

import dev.box.core.host.FirewallRules;
import dev.box.core.host.FirewallRulesLayer;
import dev.box.core.host.FirewallUnitLayer;
import dev.box.core.host.HostNames;
import java.util.List;
import java.util.Map;

/** The rules that are in force, the unit that brings them back, and what other firewalls do to boxnet. */
final class FirewallChecks {

    static final List<Check> ALL = List.of(
            Check.of(
                    "nft",
                    "live nft tables inet box and bridge box, rule by rule, and their file",
                    "a rule that is on disk and not in the kernel protects nobody, and nothing else shows it",
                    Repair.FIREWALL,
                    Reading::firewall,
                    FirewallChecks::tables),
            Check.of(
                    "nft.form",
                    "which form of the rule between two boxes this kernel takes",
                    "the form for kernels without NFT_BRIDGE_META cuts ports of other bridges off too",
                    Repair.NONE,
                    Reading::firewall,
                    FirewallChecks::form),
            Check.of(
                    "unit",
                    HostNames.UNIT + ": its file, what drop-ins change of it, whether it is enabled and active",
                    "it loads the rules before a box can start at boot",
                    Repair.UNIT,
                    Reading::unit,
                    FirewallChecks::unit),
            Check.of(
                    "neighbours",
                    "every other base chain on the input and forward hooks; box's carve-outs in UFW, firewalld, Docker",
                    "a drop is final in nft, whoever made it: boxes lose egress (Docker) or DHCP and DNS (UFW)",
                    Repair.NEIGHBOURS,
                    reading -> Neighbours.read(reading),
                    Neighbours::judge),
            Check.of(
                    "doors",
                    "the ACL's ingress rules and the loopback routing, against the doors that boxes have",
                    "a rule that no door asks for lets somebody into whichever box has the address next",
                    Repair.DOORS,
                    Reading::doors,
                    layered -> DaemonChecks.changes(layered, "as the boxes' doors ask for", Result.BY_FIX)),
            Check.of(
                    "br_netfilter",
                    "net.bridge.bridge-nf-call-*",
                    "when on, bridged frames also meet the IP rules, and isolation looks better than it is elsewhere",
                    Repair.NONE,
                    Reading::bridgeNetfilter,
                    FirewallChecks::bridgeNetfilter));

    private FirewallChecks() {}

    private static Result tables(Reading.Layered<FirewallRulesLayer.Rules> layered) {
        return DaemonChecks.changes(layered, "in force as shipped, rule by rule", Result.BY_FIX);
    }

    private static Result form(Reading.Layered<FirewallRulesLayer.Rules> layered) {
        if (layered.observed().shipped().isEmpty()) {
            return Result.info("unknown: nft is not installed");
        }
        FirewallRules.Form form = layered.observed().shipped().get().form();
        return switch (form) {
            case BY_BRIDGE_NAME -> Result.ok("by the bridge's name: only " + HostNames.NETWORK + " is touched");
            case EVERY_BRIDGE -> Result.info(String.join("; ", layered.remarks()));
        };
    }

    static Result unit(Reading.Layered<FirewallUnitLayer.Unit> layered) {
        FirewallUnitLayer.Unit observed = layered.observed();
        if (!observed.unit().systemd()) {
            return Result.info(String.join("; ", layered.remarks()));
        }
        String fix = observed.shared().isEmpty()
                ? Result.BY_FIX
                : FirewallUnitLayer.bySharing(observed.shared().getFirst());
        Result result = DaemonChecks.changes(layered, "enabled and active", fix);
        if (result.verdict() == Verdict.OK && !observed.unit().isActive()) {
            return Result.repairable("enabled, but not active now: the rules in force are not its doing");
        }
        return result;
    }

    static Result bridgeNetfilter(Map<String, String> values) {
        if (values.isEmpty()) {
            return Result.ok("not loaded");
        }
        List<String> on = values.entrySet().stream()
                .filter(entry -> !entry.getValue().equals("0"))
                .map(Map.Entry::getKey)
                .toList();
        return on.isEmpty()
                ? Result.ok("loaded and off")
                : Result.info("on: " + String.join(", ", on) + "; the drill's verdicts hold for hosts where it is on");
    }
}
