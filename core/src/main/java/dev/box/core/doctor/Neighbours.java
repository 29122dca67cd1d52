package dev.box.core.doctor;

import dev.box.core.host.Change;
import dev.box.core.host.HostNames;
import dev.box.core.host.NeighboursLayer;
import dev.box.core.net.Ruleset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What other firewalls do to boxnet, read from the rules in force: a base chain on the input or forward hook that drops
 * what nothing accepted, in a table that accepts nothing of boxnet.
 */
final class Neighbours {

    private static final List<String> OURS = List.of("inet box", "bridge box", "inet incus", "bridge incus");
    private static final String IN = "iifname \"" + HostNames.NETWORK + "\"";
    private static final String OUT = "oifname \"" + HostNames.NETWORK + "\"";

    private static final String UFW_FIX = "sudo ufw allow in on " + HostNames.NETWORK
            + " to any port 53 && sudo ufw allow in on " + HostNames.NETWORK
            + " to any port 67 proto udp && sudo ufw route allow in on " + HostNames.NETWORK;
    private static final String DOCKER_FIX = "sudo iptables -I DOCKER-USER -i " + HostNames.NETWORK
            + " -j ACCEPT && sudo iptables -I DOCKER-USER -o " + HostNames.NETWORK
            + " -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT";
    private static final String FIREWALLD_FIX = "sudo firewall-cmd --permanent --zone=trusted --add-interface="
            + HostNames.NETWORK + " && sudo firewall-cmd --reload   (box's own rules still guard the host)";

    private static final String FIREWALLD = "firewalld";
    private static final String FIREWALLD_TABLE = "inet firewalld";

    private Neighbours() {}

    /**
     * What is looked at.
     *
     * @param told what they say of themselves
     * @param rules the rules in force
     * @param managed those that box made room in, by name, each with what is missing or too much there
     */
    record Both(Reading.NeighbourFacts told, Ruleset rules, Map<String, List<Change>> managed) {

        /** What is to be changed is said already; and firewalld's rules are no text to judge by: it is asked itself. */
        private boolean leavesToLayer(String owner) {
            List<Change> changes = managed.get(owner);
            return changes != null && (!changes.isEmpty() || owner.equals(FIREWALLD));
        }

        private List<Change> changes() {
            return managed.values().stream().flatMap(List::stream).toList();
        }
    }

    static Seen<Both> read(Reading reading) {
        return switch (reading.rules()) {
            case Seen.Not<Ruleset> not -> new Seen.Not<>(not.why(), not.reason(), not.advice());
            case Seen.Is<Ruleset> rules ->
                reading.neighbours().map(told -> new Both(told, rules.value(), managed(reading.carveOuts())));
        };
    }

    private static Map<String, List<Change>> managed(Seen<Reading.Layered<NeighboursLayer.Neighbours>> carveOuts) {
        Map<String, List<Change>> managed = new LinkedHashMap<>();
        if (carveOuts instanceof Seen.Is<Reading.Layered<NeighboursLayer.Neighbours>> is) {
            is.value().observed().seen().forEach(one -> managed.put(one.name(), new ArrayList<>()));
            is.value()
                    .changes()
                    .forEach(change -> managed.computeIfAbsent(change.what(), none -> new ArrayList<>())
                            .add(change));
        }
        return managed;
    }

    static Result judge(Both both) {
        Reading.NeighbourFacts told = both.told();
        if (told.ufw() && told.firewalld()) {
            return Result.dirty(
                    "UFW and firewalld are both active and undo each other's rules",
                    "decide for one: sudo ufw disable, or sudo systemctl disable --now firewalld");
        }
        List<String> faults = new ArrayList<>();
        List<String> fixes = new ArrayList<>();
        if (!both.changes().isEmpty()) {
            faults.add(DaemonChecks.changes(both.changes(), "", "").fact());
            fixes.add(Result.BY_FIX);
        }
        both.rules().tables().forEach((name, table) -> {
            if (!OURS.contains(name) && !name.contains(" boxdrill")) {
                judge(name, table, both, faults, fixes);
            }
        });
        if (!faults.isEmpty()) {
            return Result.dirty(
                    String.join("; ", faults),
                    String.join("; ", fixes.stream().distinct().toList()));
        }
        if (!told.legacyTables().isEmpty()) {
            return Result.info(
                    "iptables-legacy tables are loaded and not judged here: " + String.join(", ", told.legacyTables()));
        }
        List<String> active = active(told);
        return Result.ok(active.isEmpty() ? "none" : String.join(", ", active) + " active, and boxnet passes");
    }

    private static List<String> active(Reading.NeighbourFacts told) {
        List<String> active = new ArrayList<>();
        if (told.ufw()) {
            active.add("UFW");
        }
        if (told.firewalld()) {
            active.add("firewalld");
        }
        if (told.docker()) {
            active.add("Docker");
        }
        return active;
    }

    private static void judge(String name, Ruleset.Table table, Both both, List<String> faults, List<String> fixes) {
        if (both.leavesToLayer(owner(name, table))) {
            return;
        }
        for (Map.Entry<String, List<String>> chain : table.chains().entrySet()) {
            boolean input = hooks(chain.getValue(), "input");
            boolean forward = hooks(chain.getValue(), "forward");
            if (!input && !forward || !drops(chain.getValue())) {
                continue;
            }
            if (input ? accepts(table, IN) : accepts(table, IN) && (accepts(table, OUT) || established(table))) {
                continue;
            }
            if (name.equals(FIREWALLD_TABLE) && both.told().zone().equals("trusted")) {
                continue;
            }
            String what = input ? "what boxes ask of DHCP and DNS" : "what boxes send to the internet";
            faults.add(owner(name, table) + " drops " + what + " (table " + name + ", chain " + chain.getKey() + ")");
            fixes.add(fix(name, table, input));
        }
    }

    private static boolean hooks(List<String> chain, String hook) {
        return !chain.isEmpty() && chain.getFirst().contains(" hook " + hook + " ");
    }

    /** By its policy, or by a last rule that has no condition. */
    private static boolean drops(List<String> chain) {
        String last = chain.getLast().replace("counter ", "");
        return chain.getFirst().contains("policy drop") || last.equals("drop") || last.startsWith("reject");
    }

    private static boolean accepts(Ruleset.Table table, String match) {
        return table.chains().values().stream()
                .flatMap(List::stream)
                .anyMatch(rule -> rule.contains(match) && rule.endsWith("accept"));
    }

    private static boolean established(Ruleset.Table table) {
        return table.chains().values().stream()
                .flatMap(List::stream)
                .anyMatch(rule -> rule.contains("established") && !rule.contains("oifname") && rule.endsWith("accept"));
    }

    private static String owner(String name, Ruleset.Table table) {
        if (table.chains().keySet().stream().anyMatch(chain -> chain.startsWith("ufw"))) {
            return "UFW";
        }
        if (name.equals(FIREWALLD_TABLE)) {
            return FIREWALLD;
        }
        return table.chains().containsKey("DOCKER-USER") ? "Docker" : "another firewall";
    }

    private static String fix(String name, Ruleset.Table table, boolean input) {
        return switch (owner(name, table)) {
            case "UFW" -> UFW_FIX;
            case FIREWALLD -> FIREWALLD_FIX;
            case "Docker" -> DOCKER_FIX;
            default ->
                "add to that table: "
                        + (input
                                ? IN + " udp dport { 53, 67 } accept"
                                : IN + " accept and " + OUT + " ct state established,related accept");
        };
    }
}
