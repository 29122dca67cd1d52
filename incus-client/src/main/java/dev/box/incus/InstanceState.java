package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an instance is doing now.
 *
 * @param status as in {@link Instance#status}
 * @param pid of its init on the host, 0 if it is stopped; in the pid namespace of the daemon
 * @param processes inside it; -1 if unknown
 * @param network by interface name in the guest; empty if it is stopped or its agent does not answer
 * @param disk by device name, where the pool can tell
 * @param memory null if it is stopped
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record InstanceState(
        String status,
        long pid,
        long processes,
        Map<String, NicState> network,
        Map<String, DiskUsage> disk,
        @Nullable MemoryUsage memory) {
    public InstanceState {
        status = Maps.orEmpty(status);
        network = Maps.orEmpty(network);
        disk = Maps.orEmpty(disk);
    }
}
