package dev.box.core.box;

import dev.box.incus.Instance;
import dev.box.incus.NetworkLease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Turns what the daemon says into what a listing shows. Plain loops: this is on the path of every {@code box list}. */
final class Summaries {

    private final List<NetworkLease> leases;

    Summaries(List<NetworkLease> leases) {
        this.leases = leases;
    }

    BoxSummary of(Instance instance, Stamp stamp, int snapshots) {
        boolean running = instance.running();
        return new BoxSummary(
                instance.name(),
                BoxState.of(instance, stamp),
                running,
                instance.isVirtualMachine() ? "vm" : "container",
                running ? Placement.leasedAddress(instance, leases).orElse("") : "",
                stamp.template(),
                snapshots,
                doors(instance),
                stamp.created().isEmpty() ? instance.createdAt() : stamp.created());
    }

    private static List<BoxSummary.Door> doors(Instance instance) {
        List<BoxSummary.Door> doors = new ArrayList<>();
        for (Map<String, String> device : instance.expandedDevices().values()) {
            if ("proxy".equals(device.get("type"))) {
                doors.add(new BoxSummary.Door(device.getOrDefault("listen", ""), device.getOrDefault("connect", "")));
            }
        }
        return doors;
    }
}
