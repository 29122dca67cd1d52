package dev.box.core.mint;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Profile;
import java.util.Map;

/**
 * The part of the host stack that a mint stands on, as it is now. No instance is created without it: a box that is not
 * on the placement profile would run outside of the boundary.
 *
 * @param rootDevice the profile's name for the root disk
 * @param pool where root disks go
 * @param poolDriver e.g. {@code btrfs}
 * @param limited whether the project may hold only so much, and all that is in it counts
 */
record Stack(String rootDevice, String pool, String poolDriver, boolean limited) {

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
                return new Stack(device.getKey(), pool, driver, limited(incus, deadline));
            }
        }
        throw missing(incus, "profile " + HostNames.PROFILE + " has no root disk");
    }

    /** Of another project than the daemon's own, which nobody limits. */
    private static boolean limited(Incus incus, Deadline deadline) {
        return !incus.project().isEmpty()
                && incus
                        .projects()
                        .find(incus.project(), deadline)
                        .map(found -> found.value().config())
                        .orElse(Map.of())
                        .keySet()
                        .stream()
                        .anyMatch(key -> key.startsWith("limits."));
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
