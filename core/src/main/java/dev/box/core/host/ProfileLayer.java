package dev.box.core.host;

import dev.box.core.net.BridgePort;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Profile;
import dev.box.incus.Profiles;
import dev.box.incus.Versioned;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Profile {@code box-net}, the placement contract, and the {@code isolated} flag of every live port of boxnet, which is
 * what the contract comes down to in the kernel.
 */
public final class ProfileLayer extends Layer<ProfileLayer.Placement> {

    /** The placement contract: each device of a box with all of its keys. */
    public static final Map<String, Map<String, String>> DEVICES = Map.of(
            HostNames.NIC,
            Map.of(
                    "type",
                    "nic",
                    "network",
                    HostNames.NETWORK,
                    "name",
                    HostNames.NIC,
                    "security.port_isolation",
                    "true",
                    "security.mac_filtering",
                    "true",
                    "security.ipv4_filtering",
                    "true"),
            HostNames.ROOT,
            Map.of("type", "disk", "path", "/", "pool", HostNames.POOL));

    /** Before the port's name: how a missing filter is reported. */
    public static final String FILTER = "source filter of port ";

    private static final String DESCRIPTION = "box: network and disk of every box";

    ProfileLayer(Host host) {
        super(host);
    }

    /** The profile as it must be, in any project that boxes live in. */
    public static Profile wanted() {
        return Profile.of(HostNames.PROFILE, DESCRIPTION, Map.of(), DEVICES);
    }

    /**
     * @param profile as the daemon has it, if it has one
     * @param ports boxnet's, as the kernel has them
     * @param unfiltered those of them that lack a filter of Incus's in the kernel
     * @param renewable those of the unfiltered whose instance asks for filters: Incus can make them again
     */
    public record Placement(
            Optional<Versioned<Profile>> profile,
            List<BridgePort> ports,
            List<String> unfiltered,
            Set<String> renewable) {
        public Placement {
            ports = List.copyOf(ports);
            unfiltered = List.copyOf(unfiltered);
            renewable = Set.copyOf(renewable);
        }
    }

    @Override
    public String id() {
        return "profile";
    }

    @Override
    public String title() {
        return "profile " + HostNames.PROFILE;
    }

    @Override
    public Placement observe(Deadline deadline) {
        List<BridgePort> ports =
                host.machine().has("ip", deadline) ? host.kernel().ports(HostNames.NETWORK, deadline) : List.of();
        List<String> unfiltered =
                ports.isEmpty() ? List.of() : IncusRules.unfiltered(host.nft().live(deadline), ports);
        return new Placement(
                host.daemon(deadline).flatMap(incus -> incus.profiles().find(HostNames.PROFILE, deadline)),
                ports,
                unfiltered,
                unfiltered.isEmpty()
                        ? Set.of()
                        : nics(ports, unfiltered, deadline).keySet());
    }

    private Map<String, Nic> nics(List<BridgePort> ports, List<String> unfiltered, Deadline deadline) {
        Map<String, Nic> nics = new LinkedHashMap<>();
        host.daemon(deadline).ifPresent(incus -> nics.putAll(Nic.behind(ports, Nic.instances(incus, deadline))));
        nics.keySet().retainAll(unfiltered);
        nics.values().removeIf(nic -> !nic.asksForFilters());
        return nics;
    }

    /** What box did not plug in it does not unplug. */
    @Override
    public List<String> remarks(Placement observed) {
        List<String> remarks = new ArrayList<>();
        for (String port : observed.unfiltered()) {
            if (!observed.renewable().contains(port)) {
                remarks.add("port " + port + " of " + HostNames.NETWORK
                        + ": nothing filters what it sends, and no instance asks for it; if it is no box's, unplug it: ip"
                        + " link set " + port + " nomaster");
            }
        }
        return remarks;
    }

    @Override
    public List<Change> diff(Placement observed) {
        List<Change> changes = new ArrayList<>();
        if (observed.profile().isEmpty()) {
            changes.add(change(
                    HostNames.PROFILE,
                    Change.ABSENT,
                    "NIC on " + HostNames.NETWORK + ", isolated; root disk on " + HostNames.POOL));
        } else {
            Profile profile = observed.profile().get().value();
            compare("", profile.config(), Map.of(), changes);
            for (String device : union(DEVICES, profile.devices())) {
                Map<String, String> is = profile.devices().getOrDefault(device, Map.of());
                Map<String, String> wanted = DEVICES.getOrDefault(device, Map.of());
                compare(device + ".", is, wanted, changes);
            }
        }
        for (BridgePort port : observed.ports()) {
            if (!port.isolated()) {
                changes.add(change("port " + port.device() + " isolated", "off", "on"));
            }
        }
        for (String port : observed.unfiltered()) {
            if (observed.renewable().contains(port)) {
                changes.add(change(FILTER + port, Change.ABSENT, "there"));
            }
        }
        return changes;
    }

    private void compare(String prefix, Map<String, String> is, Map<String, String> wanted, List<Change> changes) {
        for (String key : union(wanted, is)) {
            String was = is.getOrDefault(key, "");
            String should = wanted.getOrDefault(key, "");
            if (!was.equals(should)) {
                changes.add(change(prefix + key, was, should));
            }
        }
    }

    private static TreeSet<String> union(Map<String, ?> a, Map<String, ?> b) {
        TreeSet<String> names = new TreeSet<>(a.keySet());
        names.addAll(b.keySet());
        return names;
    }

    /** Ports first: whatever replacing the profile does to running boxes, nothing stays unisolated meanwhile. */
    @Override
    protected void apply(Placement observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        for (BridgePort port : observed.ports()) {
            if (!port.isolated()) {
                host.kernel().isolate(port.device(), true, deadline);
            }
        }
        writeProfile(observed, step, deadline);
        renewFilters(step, deadline);
        if (host.machine().has("nft", deadline)) {
            // without its filter a port may have been bound to a MAC that is another's
            host.nft().forget("bridge", HostNames.TABLE, deadline);
        }
    }

    private void writeProfile(Placement observed, Progress.Step step, Deadline deadline) {
        Profiles profiles = host.incus(deadline).profiles();
        if (observed.profile().isEmpty()) {
            profiles.create(wanted(), deadline);
            return;
        }
        Profile present = observed.profile().get().value();
        if (!present.config().isEmpty() || !present.devices().equals(DEVICES)) {
            if (!present.usedBy().isEmpty()) {
                step.update("replugs the NICs of " + Untrusted.line(String.join(", ", present.usedBy())));
            }
            profiles.replace(HostNames.PROFILE, observed.profile().get().with(wanted()), deadline);
        }
    }

    /** Of those that still lack them: a profile that was written has plugged its NICs anew. */
    private void renewFilters(Progress.Step step, Deadline deadline) {
        Placement now = observe(deadline);
        if (!now.renewable().isEmpty()) {
            nics(now.ports(), now.unfiltered(), deadline).forEach((port, nic) -> {
                step.update(FILTER + port);
                nic.renewFilters(host.incus(deadline), deadline);
            });
        }
    }

    @Override
    public void remove(Deadline deadline) {
        if (!artefacts(deadline).isEmpty()) {
            host.incus(deadline).profiles().delete(HostNames.PROFILE, deadline);
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        boolean present = host.daemon(deadline)
                .flatMap(incus -> incus.profiles().find(HostNames.PROFILE, deadline))
                .isPresent();
        return present ? List.of(title()) : List.of();
    }
}
