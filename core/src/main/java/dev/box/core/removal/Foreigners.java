package dev.box.core.removal;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Image;
import dev.box.incus.Incus;
import dev.box.incus.Network;
import dev.box.incus.StoragePool;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What box did not make and what a removal would take with it or cut off: then nothing is removed at all. */
final class Foreigners {

    private static final Set<String> OWN_NETWORKS = Set.of(HostNames.NETWORK, HostNames.LEGACY_NETWORK);

    private final Incus incus;
    private final Scope scope;

    Foreigners(Incus incus, Scope scope) {
        this.incus = incus;
        this.scope = scope;
    }

    /** Throws {@link BoxFailure.Failed} that names them all. */
    void refuse(Deadline deadline) {
        Tenants tenants = Tenants.read(incus, deadline);
        List<String> found = new ArrayList<>();
        onTheStack(tenants, found, deadline);
        if (scope.storage() || scope.incus()) {
            onThePool(tenants, found, deadline);
        }
        if (scope.incus()) {
            onTheDaemon(tenants, found, deadline);
        }
        if (!found.isEmpty()) {
            throw new BoxFailure.Failed(
                    "taking the host stack off",
                    "what box did not make depends on it: " + Untrusted.line(String.join("; ", found))
                            + "; nothing was changed",
                    "move or remove that yourself (incus config show, incus profile show, incus network show), then"
                            + " run it again");
        }
    }

    private void onTheStack(Tenants tenants, List<String> found, Deadline deadline) {
        for (String name : OWN_NETWORKS) {
            incus.networks()
                    .find(name, deadline)
                    .ifPresent(net -> add(tenants, net.value().usedBy(), "network " + name, found));
        }
        for (String name : List.of(HostNames.ACL, HostNames.LEGACY_ACL)) {
            incus.networkAcls()
                    .find(name, deadline)
                    .ifPresent(acl -> add(tenants, acl.value().usedBy(), "ACL " + name, found));
        }
        for (String project : tenants.projects()) {
            for (String name : List.of(HostNames.PROFILE, HostNames.LEGACY_PROFILE)) {
                incus.inProject(project)
                        .profiles()
                        .find(name, deadline)
                        .ifPresent(profile -> add(tenants, profile.value().usedBy(), "profile " + name, found));
            }
        }
    }

    private void onThePool(Tenants tenants, List<String> found, Deadline deadline) {
        List<String> usedBy = new ArrayList<>(incus.storagePools()
                .find(HostNames.POOL, deadline)
                .map(pool -> pool.value().usedBy())
                .orElse(List.of()));
        for (Image image : incus.images().list(deadline)) {
            if (BoxImages.isOwn(image)) {
                usedBy.removeIf(path -> path.startsWith("/1.0/images/" + image.fingerprint()));
            }
        }
        add(tenants, usedBy, "storage pool " + HostNames.POOL, found);
    }

    private void onTheDaemon(Tenants tenants, List<String> found, Deadline deadline) {
        for (Tenants.Named instance : tenants.foreign()) {
            found.add("instance " + instance + " is kept by Incus");
        }
        for (Network network : incus.networks().list(deadline)) {
            if (network.managed() && !OWN_NETWORKS.contains(network.name())) {
                found.add("network " + network.name() + " is kept by Incus");
            }
        }
        for (StoragePool pool : incus.storagePools().list(deadline)) {
            if (!pool.name().equals(HostNames.POOL)) {
                found.add("storage pool " + pool.name() + " is kept by Incus");
            }
        }
    }

    private static void add(Tenants tenants, List<String> usedBy, String what, List<String> found) {
        for (String stranger : tenants.strangers(usedBy)) {
            String line = stranger + " uses " + what;
            if (!found.contains(line)) {
                found.add(line);
            }
        }
    }
}
