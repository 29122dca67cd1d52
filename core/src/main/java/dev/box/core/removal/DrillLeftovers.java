package dev.box.core.removal;

import dev.box.core.host.Host;
import dev.box.core.host.Removable;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Network;
import dev.box.incus.NetworkAcl;
import dev.box.incus.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a drill that was cut off may have left beside its boxes. All of it is named {@value #PREFIX}, alone or with
 * something behind it: nft tables, namespaces, interfaces, and what the daemon keeps.
 */
public final class DrillLeftovers implements Removable {

    private static final String PREFIX = "boxdrill";

    private final Host host;

    public DrillLeftovers(Host host) {
        this.host = host;
    }

    /** One thing and how it goes. */
    private record Leftover(String what, Runnable remove) {}

    @Override
    public String title() {
        return "what drills left";
    }

    @Override
    public void remove(Deadline deadline) {
        Failures failures = new Failures();
        for (Leftover leftover : find(deadline)) {
            failures.collect(leftover.what(), leftover.remove());
        }
        failures.raise();
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        for (Leftover leftover : find(deadline)) {
            found.add(leftover.what());
        }
        return found;
    }

    private List<Leftover> find(Deadline deadline) {
        List<Leftover> found = new ArrayList<>();
        if (host.machine().has("nft", deadline)) {
            tables(found, deadline);
        }
        if (host.machine().has("ip", deadline)) {
            namespaces(found, deadline);
        }
        Optional<Incus> daemon = host.daemon(deadline);
        if (daemon.isPresent()) {
            kept(daemon.get(), found, deadline);
        }
        return found;
    }

    private void tables(List<Leftover> found, Deadline deadline) {
        for (String table : host.nft().live(deadline).tables().keySet()) {
            int space = table.indexOf(' ');
            if (isDrills(table.substring(space + 1))) {
                found.add(new Leftover(
                        "nft table " + table,
                        () -> host.nft().removeTable(table.substring(0, space), table.substring(space + 1), deadline)));
            }
        }
    }

    private void namespaces(List<Leftover> found, Deadline deadline) {
        Subprocess.Result listed =
                host.machine().command("ip", "netns", "list").orFail("listing namespaces", "ip netns list", deadline);
        for (String line : listed.stdout().split("\n")) {
            String name = line.split(" ", 2)[0];
            if (isDrills(name)) {
                found.add(new Leftover(
                        "namespace " + name,
                        () -> host.machine()
                                .command("ip", "netns", "delete", name)
                                .orFail("deleting namespace " + name, "ip netns delete " + name, deadline)));
            }
        }
    }

    private static void kept(Incus incus, List<Leftover> found, Deadline deadline) {
        for (Profile profile : incus.profiles().list(deadline)) {
            if (isDrills(profile.name())) {
                found.add(new Leftover(
                        "profile " + profile.name(), () -> incus.profiles().delete(profile.name(), deadline)));
            }
        }
        for (Network network : incus.networks().list(deadline)) {
            if (network.managed() && isDrills(network.name())) {
                found.add(new Leftover(
                        "network " + network.name(), () -> incus.networks().delete(network.name(), deadline)));
            }
        }
        for (NetworkAcl acl : incus.networkAcls().list(deadline)) {
            if (isDrills(acl.name())) {
                found.add(new Leftover(
                        "ACL " + acl.name(), () -> incus.networkAcls().delete(acl.name(), deadline)));
            }
        }
    }

    private static boolean isDrills(String name) {
        return name.equals(PREFIX) || name.startsWith(PREFIX + "-") || name.startsWith(PREFIX + "_");
    }
}
