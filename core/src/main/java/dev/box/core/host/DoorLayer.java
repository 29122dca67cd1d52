package dev.box.core.host;

import dev.box.core.progress.Progress;
import dev.box.incus.AclRule;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.NetworkAcl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the host needs for the doors that boxes have: the ACL's ingress rules, and loopback addresses routed on boxnet
 * (which only that bridge gets, and only while there is a door). Their translation is Incus's, the masquerade is in the
 * static ruleset.
 */
public final class DoorLayer extends Layer<DoorLayer.Openings> {

    private static final String KEY = "net.ipv4.conf." + HostNames.NETWORK + ".route_localnet";
    private static final Path LIVE = Path.of("/proc/sys/net/ipv4/conf", HostNames.NETWORK, "route_localnet");

    /** The dash: at boot the bridge does not exist yet, and that is no error. */
    private static final String FILE = "# box: a door is open (box expose --list)\n-" + KEY + " = 1\n";

    DoorLayer(Host host) {
        super(host);
    }

    /**
     * @param wanted the rules that the boxes' doors need
     * @param present the ACL's ingress rules; empty if there is no ACL
     * @param routed the bridge's live setting, {@code 0} or {@code 1}; empty without the bridge
     * @param file what sets it when the bridge appears
     */
    public record Openings(
            List<AclRule> wanted, Optional<List<AclRule>> present, Optional<String> routed, Optional<String> file) {
        public Openings {
            wanted = List.copyOf(wanted);
        }

        private boolean open() {
            return !wanted.isEmpty();
        }
    }

    @Override
    public String id() {
        return "doors";
    }

    @Override
    public String title() {
        return "doors";
    }

    @Override
    public Openings observe(Deadline deadline) {
        Optional<Incus> daemon = host.daemon(deadline);
        return new Openings(
                daemon.map(incus -> DoorRules.wanted(incus.instances().list(deadline)))
                        .orElse(List.of()),
                daemon.flatMap(incus -> incus.networkAcls().find(HostNames.ACL, deadline))
                        .map(acl -> acl.value().ingress()),
                host.machine().read(LIVE, deadline).map(String::strip),
                host.machine().read(HostNames.DOOR_FILE, deadline));
    }

    @Override
    public List<Change> diff(Openings observed) {
        List<Change> changes = new ArrayList<>();
        observed.present().ifPresent(present -> {
            for (AclRule rule : DoorRules.missing(present, observed.wanted())) {
                changes.add(change("ingress rule", Change.ABSENT, DoorRules.describe(rule)));
            }
            for (AclRule rule : DoorRules.surplus(present, observed.wanted())) {
                changes.add(change("ingress rule without a door", DoorRules.describe(rule), Change.ABSENT));
            }
        });
        String wanted = observed.open() ? "1" : "0";
        observed.routed()
                .filter(live -> !live.equals(wanted))
                .ifPresent(live -> changes.add(change(KEY, live, wanted)));
        if (!observed.file().equals(observed.open() ? Optional.of(FILE) : Optional.empty())) {
            String was = observed.file().isEmpty() ? Change.ABSENT : "present";
            changes.add(change(HostNames.DOOR_FILE.toString(), was, observed.open() ? "as shipped" : Change.ABSENT));
        }
        return changes;
    }

    /** The rules go before the routing and come after it: neither order opens anything that no door asks for. */
    @Override
    protected void apply(Openings observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        if (observed.open()) {
            host.machine().write(HostNames.DOOR_FILE, FILE, deadline);
            route("1", observed, deadline);
        }
        host.daemon(deadline).ifPresent(incus -> DoorRules.converge(incus, deadline));
        if (!observed.open()) {
            route("0", observed, deadline);
            host.machine().delete(HostNames.DOOR_FILE, deadline);
        }
    }

    private void route(String value, Openings observed, Deadline deadline) {
        if (observed.routed().isPresent()) {
            host.machine()
                    .command("tee", LIVE.toString())
                    .stdin(value + "\n")
                    .orFail("setting " + KEY, "run it as root", deadline);
        }
    }

    /** Rules go with their ACL and the routing with its bridge. */
    @Override
    public void remove(Deadline deadline) {
        host.daemon(deadline)
                .flatMap(incus -> incus.networkAcls().find(HostNames.ACL, deadline))
                .filter(acl -> !acl.value().ingress().isEmpty())
                .ifPresent(acl -> {
                    NetworkAcl closed = new NetworkAcl(
                            acl.value().name(),
                            acl.value().description(),
                            List.of(),
                            acl.value().egress(),
                            acl.value().config(),
                            List.of());
                    host.incus(deadline).networkAcls().replace(HostNames.ACL, acl.with(closed), deadline);
                });
        Optional<String> live = host.machine().read(LIVE, deadline).map(String::strip);
        if (live.equals(Optional.of("1"))) {
            route("0", observe(deadline), deadline);
        }
        host.machine().delete(HostNames.DOOR_FILE, deadline);
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        return host.machine().exists(HostNames.DOOR_FILE, deadline)
                ? List.of(HostNames.DOOR_FILE.toString())
                : List.of();
    }
}
