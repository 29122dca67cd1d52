package dev.box.core.host;

import dev.box.core.net.Cidr;
import dev.box.incus.AclRule;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.NetworkAcl;
import dev.box.incus.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ingress rules of ACL {@code box-isolate}: one for each door, and no other. The doors themselves are the proxy
 * devices of the boxes, so a rule cannot outlive its door by being forgotten: whatever no door asks for goes.
 */
public final class DoorRules {

    /** Somebody else may change the ACL between reading and writing it; then it is read again. */
    private static final int TRIES = 5;

    private static final String SOURCE = "127.0.0.1/32";
    private static final String TCP = "tcp:";

    private DoorRules() {}

    /** What the doors of these instances need, in a stable order. */
    public static List<AclRule> wanted(List<Instance> instances) {
        List<AclRule> rules = new ArrayList<>();
        for (Instance instance : instances) {
            for (Map.Entry<String, Map<String, String>> device :
                    instance.devices().entrySet()) {
                if (isDoor(device.getKey(), device.getValue())) {
                    rule(device.getValue().getOrDefault("connect", ""))
                            .filter(rule -> !rules.contains(rule))
                            .ifPresent(rules::add);
                }
            }
        }
        rules.sort((a, b) -> key(a).compareTo(key(b)));
        return rules;
    }

    /** Whether a device is one of box's doors. */
    public static boolean isDoor(String name, Map<String, String> keys) {
        return name.startsWith(HostNames.DOOR) && "proxy".equals(keys.get("type")) && "true".equals(keys.get("nat"));
    }

    /**
     * The rule for one door: from the host's loopback only, so that even the host gets to that port no other way than
     * through the door.
     *
     * @param connect e.g. {@code tcp:10.88.0.5:80}
     */
    static Optional<AclRule> rule(String connect) {
        int colon = connect.lastIndexOf(':');
        if (!connect.startsWith(TCP) || colon < TCP.length()) {
            return Optional.empty();
        }
        Optional<Cidr> address = Cidr.parse(connect.substring(TCP.length(), colon));
        return address.map(at -> new AclRule(
                "allow",
                SOURCE,
                at.dotted() + "/32",
                "tcp",
                "",
                connect.substring(colon + 1),
                "",
                "",
                "door",
                "enabled"));
    }

    /** Present and not wanted. */
    static List<AclRule> surplus(List<AclRule> present, List<AclRule> wanted) {
        return present.stream().filter(rule -> !holds(wanted, rule)).toList();
    }

    /** Wanted and not present. */
    static List<AclRule> missing(List<AclRule> present, List<AclRule> wanted) {
        return wanted.stream().filter(rule -> !holds(present, rule)).toList();
    }

    private static boolean holds(List<AclRule> rules, AclRule rule) {
        return rules.stream().anyMatch(other -> key(other).equals(key(rule)));
    }

    /** All but the description. */
    private static String key(AclRule rule) {
        return String.join(
                "|",
                rule.action(),
                rule.source(),
                rule.destination(),
                rule.protocol(),
                rule.sourcePort(),
                rule.destinationPort(),
                rule.icmpType(),
                rule.icmpCode(),
                rule.state());
    }

    /** Makes the ingress rules those that the boxes' doors need; without the ACL there is nothing to do. */
    public static void converge(Incus incus, Deadline deadline) {
        replace(incus, wanted(incus.instances().list(deadline)), deadline);
    }

    /** Takes the rule of one door away, before the door itself goes. */
    public static void withdraw(Incus incus, String connect, Deadline deadline) {
        List<AclRule> left = new ArrayList<>(wanted(incus.instances().list(deadline)));
        rule(connect).ifPresent(left::remove);
        replace(incus, left, deadline);
    }

    private static void replace(Incus incus, List<AclRule> wanted, Deadline deadline) {
        for (int tries = 1; ; tries++) {
            Optional<Versioned<NetworkAcl>> found = incus.networkAcls().find(HostNames.ACL, deadline);
            if (found.isEmpty()) {
                return;
            }
            NetworkAcl acl = found.get().value();
            if (surplus(acl.ingress(), wanted).isEmpty()
                    && missing(acl.ingress(), wanted).isEmpty()) {
                return;
            }
            NetworkAcl changed =
                    new NetworkAcl(acl.name(), acl.description(), wanted, acl.egress(), acl.config(), List.of());
            try {
                incus.networkAcls().replace(HostNames.ACL, found.get().with(changed), deadline);
                return;
            } catch (IncusException.PreconditionFailed e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** A rule in words. */
    static String describe(AclRule rule) {
        String from = rule.source().isEmpty() ? "anywhere" : rule.source();
        String to = rule.destination().isEmpty() ? "any box" : rule.destination();
        String what = (rule.protocol() + " " + rule.destinationPort()).strip();
        return rule.action() + " from " + from + " to " + to + (what.isEmpty() ? "" : " " + what);
    }
}
