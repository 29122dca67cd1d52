package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.net.DnsmasqFacts;
import dev.box.core.net.Ruleset;
import dev.box.core.net.SubnetPlan;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Setting;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Network;
import dev.box.incus.Networks;
import dev.box.incus.Versioned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Bridge network {@code boxnet}: its keys, and whether the kernel and the process table bear them out. */
public final class NetworkLayer extends Layer<NetworkLayer.Boxnet> {

    /** Setting keys on a network with live NICs can wedge the daemon: no single call may take longer. */
    private static final Duration ONE_CALL = Duration.ofSeconds(60);

    private static final String RAW = "raw.dnsmasq";

    private final BoxnetPlan plan;

    NetworkLayer(Host host, BoxnetPlan plan) {
        super(host);
        this.plan = plan;
    }

    /**
     * @param network as the daemon has it, if it has one
     * @param wanted its keys as they should be; an empty value means unset
     * @param plan its subnet
     * @param dnsmasq who serves the bridge
     * @param missingRules what Incus should have in nft for it and has not; empty if the daemon uses xtables
     * @param xtables whether the daemon does not use nft
     * @param leases the text of its lease file; empty if there is none
     */
    public record Boxnet(
            Optional<Network> network,
            Map<String, String> wanted,
            SubnetPlan plan,
            DnsmasqFacts dnsmasq,
            List<String> missingRules,
            boolean xtables,
            String leases) {
        public Boxnet {
            missingRules = List.copyOf(missingRules);
        }
    }

    @Override
    public String id() {
        return "network";
    }

    @Override
    public String title() {
        return "network " + HostNames.NETWORK;
    }

    /** A subnet that cannot be had. */
    @Override
    void precheck(Deadline deadline) {
        plan.get(deadline);
    }

    @Override
    public Boxnet observe(Deadline deadline) {
        SubnetPlan subnet = plan.get(deadline);
        Map<String, String> wanted = wanted(subnet, host.settings().get(Setting.BOX_DNS));
        Optional<Incus> daemon = host.daemon(deadline);
        Optional<Network> network = daemon.flatMap(incus -> incus.networks().find(HostNames.NETWORK, deadline))
                .map(Versioned::value);
        if (daemon.isEmpty() || network.isEmpty()) {
            return new Boxnet(network, wanted, subnet, new DnsmasqFacts(0, false, false), List.of(), false, "");
        }
        boolean xtables = daemon.get().server(deadline).environment().firewall().equals("xtables");
        List<String> missing =
                xtables ? List.of() : IncusRules.missing(host.nft().live(deadline), subnet.subnet());
        DnsmasqFacts dnsmasq = host.kernel().dnsmasq(HostNames.NETWORK, subnet.gateway(), deadline);
        String leases = host.machine().read(LeaseNames.FILE, deadline).orElse("");
        return new Boxnet(network, wanted, subnet, dnsmasq, missing, xtables, leases);
    }

    /** The keys that make the contract; other keys, such as {@code user.*}, are left alone. */
    static Map<String, String> wanted(SubnetPlan plan, String boxDns) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("ipv4.address", plan.gateway().toString());
        keys.put("ipv4.nat", "true");
        keys.put("ipv4.firewall", "");
        keys.put("ipv4.dhcp", "");
        keys.put("ipv4.routes", "");
        keys.put("ipv6.address", "none");
        keys.put("ipv6.nat", "");
        keys.put("bridge.external_interfaces", "");
        keys.put("dns.mode", "none");
        keys.put(RAW, Resolvers.rawDnsmasq(boxDns));
        keys.put("security.acls", HostNames.ACL);
        keys.put("security.acls.default.egress.action", "allow");
        keys.put("security.acls.default.ingress.action", "drop");
        return keys;
    }

    @Override
    public List<Change> diff(Boxnet observed) {
        List<Change> changes = new ArrayList<>();
        if (observed.network().isEmpty()) {
            String note = observed.plan().note();
            changes.add(change(
                    HostNames.NETWORK,
                    Change.ABSENT,
                    observed.plan().subnet() + (note.isEmpty() ? "" : " (" + note + ")")));
            return changes;
        }
        differingKeys(observed)
                .forEach((key, value) -> changes.add(
                        change(key, shown(observed.network().get().config().getOrDefault(key, "")), shown(value))));
        if (!observed.dnsmasq().serving()) {
            String was = observed.dnsmasq().dns() || observed.dnsmasq().dhcp() ? "half there" : "no process";
            changes.add(change("dnsmasq", was, "serving DNS and DHCP on " + HostNames.NETWORK));
        }
        List<String> names = LeaseNames.in(observed.leases());
        if (!names.isEmpty()) {
            changes.add(change("names that dnsmasq has from old leases", String.join(", ", names), "none"));
        }
        for (String rule : observed.missingRules()) {
            changes.add(change("live rule of Incus", Change.ABSENT, rule));
        }
        return changes;
    }

    static Map<String, String> differingKeys(Boxnet observed) {
        Map<String, String> config = observed.network().map(Network::config).orElse(Map.of());
        Map<String, String> differing = new LinkedHashMap<>();
        observed.wanted().forEach((key, value) -> {
            if (!config.getOrDefault(key, "").strip().equals(value)) {
                differing.put(key, value);
            }
        });
        return differing;
    }

    private static String shown(String value) {
        return value.strip().replace("\n", ", ");
    }

    @Override
    public List<String> remarks(Boxnet observed) {
        List<String> remarks = new ArrayList<>();
        if (observed.xtables()) {
            remarks.add("Incus uses xtables here, so its rules for " + HostNames.NETWORK + " were not read back");
        }
        return remarks;
    }

    @Override
    protected void apply(Boxnet observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        Networks networks = host.incus(deadline).networks();
        if (observed.network().isEmpty()) {
            Map<String, String> set = new LinkedHashMap<>(observed.wanted());
            set.values().removeIf(String::isEmpty);
            networks.create(Network.of(HostNames.NETWORK, "bridge", set), deadline.within(ONE_CALL));
            return;
        }
        if (!LeaseNames.in(observed.leases()).isEmpty()) {
            // by a rename, so that the running dnsmasq keeps writing to the old file until it is restarted below
            host.machine().write(LeaseNames.FILE, LeaseNames.without(observed.leases()), deadline);
        }
        Map<String, String> differing = differingKeys(observed);
        if (differing.isEmpty()) {
            restart(networks, observed, step, deadline);
        } else {
            step.update("setting " + String.join(", ", differing.keySet()));
            patch(networks, differing, observed, deadline);
        }
    }

    /**
     * Incus starts a network anew (dnsmasq, its firewall rules) only when a key really changes, and there is no call for
     * it; a remark in dnsmasq's options, put in and taken out, changes nothing else.
     */
    private void restart(Networks networks, Boxnet observed, Progress.Step step, Deadline deadline) {
        step.update("restarting " + HostNames.NETWORK);
        String raw = observed.wanted().getOrDefault(RAW, "");
        patch(networks, Map.of(RAW, raw + "\n# restarted by box setup-host"), observed, deadline);
        patch(networks, Map.of(RAW, raw), observed, deadline);
    }

    /** Incus changes an ACL in chains that it expects to be there; after a flush of the ruleset they are not, and it fails. */
    void renderAgain(Progress.Step step, Deadline deadline) {
        Boxnet observed = observe(deadline);
        boolean flushed =
                IncusRules.missing(Ruleset.EMPTY, observed.plan().subnet()).equals(observed.missingRules());
        if (observed.network().isPresent() && flushed) {
            restart(host.incus(deadline).networks(), observed, step, deadline);
        }
    }

    private void patch(Networks networks, Map<String, String> keys, Boxnet observed, Deadline deadline) {
        try {
            networks.patch(HostNames.NETWORK, Map.of("config", keys), deadline.within(ONE_CALL));
        } catch (IncusException.TimedOut stalled) {
            throw new BoxFailure.Failed(
                    stalled.tried(),
                    stalled.answered() + "; attached: "
                            + Untrusted.line(String.join(
                                    ", ",
                                    observed.network().map(Network::usedBy).orElse(List.of()))),
                    "stop the attached boxes (box down …) and run it again; if Incus stays silent: sudo systemctl"
                            + " restart incus",
                    stalled);
        }
    }

    @Override
    public void remove(Deadline deadline) {
        Optional<Incus> daemon = host.daemon(deadline);
        if (daemon.isPresent() && !artefacts(deadline).isEmpty()) {
            daemon.get().networks().delete(HostNames.NETWORK, deadline);
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        boolean managed = host.daemon(deadline)
                .flatMap(incus -> incus.networks().find(HostNames.NETWORK, deadline))
                .filter(network -> network.value().managed())
                .isPresent();
        if (managed) {
            found.add(title());
        }
        if (host.machine().has("ip", deadline)
                && host.kernel().addressOf(HostNames.NETWORK, deadline).isPresent()) {
            found.add("interface " + HostNames.NETWORK);
        }
        return found;
    }
}
