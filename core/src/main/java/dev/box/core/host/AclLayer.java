package dev.box.core.host;

import dev.box.core.net.Cidr;
import dev.box.core.progress.Progress;
import dev.box.incus.AclRule;
import dev.box.incus.Deadline;
import dev.box.incus.NetworkAcl;
import dev.box.incus.NetworkAcls;
import dev.box.incus.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * ACL {@code box-isolate}: what a box may not reach. Egress rules are exactly these; ingress rules are the
 * doors' ({@link DoorLayer}) and left alone.
 */
public final class AclLayer extends Layer<AclLayer.Acl> {

    /** Private and special-purpose space, one rule each. Source: IANA's special-purpose address registry. */
    public static final List<Cidr> DROPPED = List.of(
            Cidr.of("10.0.0.0/8"),
            Cidr.of("172.16.0.0/12"),
            Cidr.of("192.168.0.0/16"),
            Cidr.of("169.254.0.0/16"),
            Cidr.of("100.64.0.0/10"),
            Cidr.of("0.0.0.0/8"),
            Cidr.of("192.0.0.0/24"),
            Cidr.of("198.18.0.0/15"),
            Cidr.of("224.0.0.0/4"),
            Cidr.of("240.0.0.0/4"));

    private final BoxnetPlan plan;
    private final NetworkLayer network;

    AclLayer(Host host, BoxnetPlan plan, NetworkLayer network) {
        super(host);
        this.plan = plan;
        this.network = network;
    }

    /**
     * @param acl as the daemon has it, if it has one
     * @param gateway boxnet's, live if the bridge exists, else as planned
     */
    public record Acl(Optional<Versioned<NetworkAcl>> acl, Cidr gateway) {}

    @Override
    public String id() {
        return "acl";
    }

    @Override
    public String title() {
        return "ACL " + HostNames.ACL;
    }

    @Override
    public Acl observe(Deadline deadline) {
        return new Acl(
                host.daemon(deadline).flatMap(incus -> incus.networkAcls().find(HostNames.ACL, deadline)),
                plan.get(deadline).gateway());
    }

    @Override
    public List<Change> diff(Acl observed) {
        List<Change> changes = new ArrayList<>();
        List<AclRule> wanted = egress(observed.gateway());
        List<AclRule> present = observed.acl().map(acl -> acl.value().egress()).orElse(List.of());
        if (observed.acl().isEmpty()) {
            changes.add(change(HostNames.ACL, Change.ABSENT, wanted.size() + " egress rules"));
            return changes;
        }
        for (AclRule rule : wanted) {
            if (present.stream().noneMatch(other -> same(rule, other))) {
                changes.add(change("egress rule", Change.ABSENT, describe(rule)));
            }
        }
        for (AclRule rule : present) {
            if (wanted.stream().noneMatch(other -> same(rule, other))) {
                changes.add(change("egress rule", describe(rule), Change.ABSENT));
            }
        }
        return changes;
    }

    /** The egress rules; Incus puts drops before allows whatever their order here, and lets DNS to the gateway pass first. */
    static List<AclRule> egress(Cidr gateway) {
        List<AclRule> rules = new ArrayList<>();
        for (String protocol : List.of("udp", "tcp")) {
            rules.add(new AclRule(
                    "allow",
                    "",
                    gateway.dotted() + "/32",
                    protocol,
                    "",
                    "53",
                    "",
                    "",
                    "DNS on the gateway",
                    "enabled"));
        }
        for (Cidr range : DROPPED) {
            rules.add(AclRule.egress("drop", range.toString(), "private or special space"));
        }
        return rules;
    }

    private static boolean same(AclRule a, AclRule b) {
        return key(a).equals(key(b));
    }

    /** All but the description. */
    private static List<String> key(AclRule rule) {
        return List.of(
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

    private static String describe(AclRule rule) {
        StringBuilder text = new StringBuilder(rule.action());
        if (!rule.source().isEmpty()) {
            text.append(" from ").append(rule.source());
        }
        text.append(" to ").append(rule.destination().isEmpty() ? "anywhere" : rule.destination());
        if (!rule.protocol().isEmpty()) {
            text.append(' ').append(rule.protocol());
        }
        if (!rule.destinationPort().isEmpty()) {
            text.append(" port ").append(rule.destinationPort());
        }
        return rule.state().equals("enabled") ? text.toString() : text + " (" + rule.state() + ")";
    }

    @Override
    protected void apply(Acl observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        NetworkAcls acls = host.incus(deadline).networkAcls();
        List<AclRule> egress = egress(observed.gateway());
        if (observed.acl().isEmpty()) {
            acls.create(NetworkAcl.of(HostNames.ACL, List.of(), egress), deadline);
            return;
        }
        network.renderAgain(step, deadline);
        NetworkAcl present = observed.acl().get().value();
        NetworkAcl wanted = new NetworkAcl(
                present.name(), present.description(), present.ingress(), egress, present.config(), List.of());
        acls.replace(HostNames.ACL, observed.acl().get().with(wanted), deadline);
    }

    @Override
    public void remove(Deadline deadline) {
        if (!artefacts(deadline).isEmpty()) {
            host.incus(deadline).networkAcls().delete(HostNames.ACL, deadline);
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        boolean present = host.daemon(deadline)
                .flatMap(incus -> incus.networkAcls().find(HostNames.ACL, deadline))
                .isPresent();
        return present ? List.of(title()) : List.of();
    }
}
