package dev.box.core.host;

import dev.box.core.net.Ruleset;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * nft tables {@code inet box} and {@code bridge box}: the file, and above all the rules in the kernel. A rule that is on
 * disk and not live is the worst fault of a host stack, since everything keeps working without it.
 */
public final class FirewallRulesLayer extends Layer<FirewallRulesLayer.Rules> {

    private static final List<String> FAMILIES = List.of("inet", "bridge");

    FirewallRulesLayer(Host host) {
        super(host);
    }

    /**
     * @param shipped what should be in force; empty while nft is not installed
     * @param file the file's text, if there is one
     * @param live what the kernel has
     * @param unit the unit that loads it at boot
     * @param otherBridges bridges besides boxnet that have ports
     */
    public record Rules(
            Optional<FirewallRules> shipped,
            Optional<String> file,
            Ruleset live,
            SystemdUnit unit,
            List<String> otherBridges) {
        public Rules {
            otherBridges = List.copyOf(otherBridges);
        }
    }

    @Override
    public String id() {
        return "firewall";
    }

    @Override
    public String title() {
        return "firewall rules";
    }

    @Override
    public Rules observe(Deadline deadline) {
        Optional<String> file = host.machine().read(HostNames.RULES_FILE, deadline);
        SystemdUnit unit = SystemdUnit.observe(host.machine(), HostNames.UNIT, deadline);
        if (!host.machine().has("nft", deadline)) {
            return new Rules(Optional.empty(), file, Ruleset.EMPTY, unit, List.of());
        }
        return new Rules(
                Optional.of(FirewallRules.shippedFor(host.nft(), deadline)),
                file,
                host.nft().live(deadline),
                unit,
                host.kernel().otherBridgesInUse(HostNames.NETWORK, deadline));
    }

    @Override
    public List<Change> diff(Rules observed) {
        List<Change> changes = new ArrayList<>();
        if (observed.shipped().isEmpty()) {
            changes.add(change("tables inet box, bridge box", Change.ABSENT, "as shipped"));
            return changes;
        }
        FirewallRules shipped = observed.shipped().get();
        if (!observed.file().equals(Optional.of(shipped.text()))) {
            String was = observed.file().isEmpty() ? Change.ABSENT : "another version";
            changes.add(change(HostNames.RULES_FILE.toString(), was, "as shipped"));
        }
        for (String family : FAMILIES) {
            compare(family, lines(observed.live(), family), lines(shipped.rules(), family), changes);
        }
        if (observed.unit().exists() && !observed.unit().isActive()) {
            changes.add(change(HostNames.UNIT, observed.unit().active(), "active"));
        }
        return changes;
    }

    private void compare(String family, List<String> live, List<String> shipped, List<Change> changes) {
        String table = family + " " + HostNames.TABLE;
        if (live.equals(shipped)) {
            return;
        }
        if (live.isEmpty()) {
            changes.add(change("live table " + table, Change.ABSENT, shipped.size() + " lines as shipped"));
            return;
        }
        int before = changes.size();
        for (String line : shipped) {
            if (count(live, line) < count(shipped, line)) {
                changes.add(change("live rule in " + table, Change.ABSENT, line));
            }
        }
        for (String line : live) {
            if (count(shipped, line) < count(live, line)) {
                changes.add(change("live rule in " + table, line, Change.ABSENT));
            }
        }
        if (changes.size() == before) {
            changes.add(change("live table " + table, "another order of rules", "as shipped"));
        }
    }

    private static int count(List<String> lines, String line) {
        int n = 0;
        for (String other : lines) {
            if (other.equals(line)) {
                n++;
            }
        }
        return n;
    }

    private static List<String> lines(Ruleset rules, String family) {
        return rules.table(family, HostNames.TABLE).map(Ruleset.Table::lines).orElse(List.of());
    }

    @Override
    public List<String> remarks(Rules observed) {
        boolean every = observed.shipped()
                .filter(rules -> rules.form() == FirewallRules.Form.EVERY_BRIDGE)
                .isPresent();
        if (!every) {
            return List.of();
        }
        String others = observed.otherBridges().isEmpty()
                ? "no other bridge has ports now"
                : "that cuts the ports of " + String.join(", ", observed.otherBridges()) + " off from each other too";
        return List.of(
                "this kernel cannot tell bridges apart in nft (no NFT_BRIDGE_META): frames between ports of every"
                        + " bridge are dropped, and each veth or tap port keeps to its first MAC; " + others);
    }

    /** Restarted, not merely enabled: a oneshot unit that is already active loads nothing when it is enabled again. */
    @Override
    protected void apply(Rules observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        FirewallRules shipped = observed.shipped().orElseGet(() -> FirewallRules.shippedFor(host.nft(), deadline));
        host.machine().write(HostNames.RULES_FILE, shipped.text(), deadline);
        if (observed.unit().exists()) {
            step.update("restarting " + HostNames.UNIT);
            SystemdUnit.control(host.machine(), deadline, "restart", HostNames.UNIT);
        } else {
            host.nft().load(shipped.text(), deadline);
        }
    }

    @Override
    public void remove(Deadline deadline) {
        if (host.machine().has("nft", deadline)) {
            for (String family : FAMILIES) {
                host.nft().removeTable(family, HostNames.TABLE, deadline);
            }
        }
        host.machine().delete(HostNames.RULES_FILE, deadline);
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        if (host.machine().exists(HostNames.RULES_FILE, deadline)) {
            found.add(HostNames.RULES_FILE.toString());
        }
        if (host.machine().has("nft", deadline)) {
            Ruleset live = host.nft().live(deadline);
            for (String family : FAMILIES) {
                if (live.table(family, HostNames.TABLE).isPresent()) {
                    found.add("nft table " + family + " " + HostNames.TABLE);
                }
            }
        }
        return found;
    }
}
