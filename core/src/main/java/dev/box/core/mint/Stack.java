package dev.box.core.mint;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.template.Resources;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Profile;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The part of the host stack that a mint stands on, as it is now. No instance is created without it: a box that is not
 * on the placement profile would run outside of the boundary.
 *
 * @param rootDevice the profile's name for the root disk
 * @param pool where root disks go
 * @param poolDriver e.g. {@code btrfs}
 * @param limits the keys by which the project is limited
 */
record Stack(String rootDevice, String pool, String poolDriver, Set<String> limits) {

    private static final String SET_UP = "box setup-host";

    /**
     * Throws {@link BoxFailure.Failed} that names what is missing.
     *
     * @param insist whether a NIC that is not isolated counts as missing
     */
    static Stack read(Incus incus, boolean insist, Deadline deadline) {
        Profile profile = incus.profiles()
                .find(HostNames.PROFILE, deadline)
                .orElseThrow(() -> missing(incus, "profile " + HostNames.PROFILE + " does not exist"))
                .value();
        requireNic(incus, profile, insist);
        for (Map.Entry<String, Map<String, String>> device : profile.devices().entrySet()) {
            Map<String, String> keys = device.getValue();
            String pool = keys.getOrDefault("pool", "");
            if ("disk".equals(keys.get("type")) && "/".equals(keys.get("path")) && !pool.isEmpty()) {
                String driver = incus.storagePools()
                        .find(pool, deadline)
                        .orElseThrow(() -> missing(incus, "storage pool " + pool + " does not exist"))
                        .value()
                        .driver();
                return new Stack(device.getKey(), pool, driver, limits(incus, deadline));
            }
        }
        throw missing(incus, "profile " + HostNames.PROFILE + " has no root disk");
    }

    /** Of another project than the daemon's own, which nobody limits. */
    private static Set<String> limits(Incus incus, Deadline deadline) {
        Map<String, String> config = incus.project().isEmpty()
                ? Map.of()
                : incus.projects()
                        .find(incus.project(), deadline)
                        .map(found -> found.value().config())
                        .orElse(Map.of());
        return config.keySet().stream()
                .filter(key -> key.startsWith("limits."))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the project may hold only so much; all that is in it counts. */
    boolean limited() {
        return !limits.isEmpty();
    }

    /** Throws {@link BoxFailure.Refused} if the daemon counts disks here and this box's would have no size. */
    void requireSized(Resources resources, String name) {
        if (limits.contains("limits.disk") && resources.disk().isEmpty()) {
            throw new BoxFailure.Refused(
                    "minting box '" + name + "'",
                    "the disks of this project are limited together, so each box needs a size of its own",
                    "box new " + name + " --disk 10GiB");
        }
    }

    /** Whether a snapshot shares its data with the disk that it is of. */
    boolean copiesOnWrite() {
        return !poolDriver.equals("dir");
    }

    private static void requireNic(Incus incus, Profile profile, boolean insist) {
        for (Map<String, String> keys : profile.devices().values()) {
            if ("nic".equals(keys.get("type")) && HostNames.NETWORK.equals(keys.get("network"))) {
                if (insist && !"true".equals(keys.get("security.port_isolation"))) {
                    throw missing(
                            incus,
                            "profile " + HostNames.PROFILE + " does not isolate its port on " + HostNames.NETWORK);
                }
                return;
            }
        }
        throw missing(incus, "profile " + HostNames.PROFILE + " has no NIC on network " + HostNames.NETWORK);
    }

    /** Behind incus-user the host's part is not the caller's to repair. */
    private static BoxFailure.Failed missing(Incus incus, String what) {
        boolean restricted = !incus.endpoint().project().isEmpty();
        return new BoxFailure.Failed(
                "checking the host stack",
                restricted ? "in project " + incus.project() + " " + what : what,
                restricted ? "ask an administrator of this host to run: sudo box grant \"$USER\"" : SET_UP);
    }
}
