package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network’s interface on the host, read by the daemon from the kernel.
 *
 * @param addresses on the host
 * @param hwaddr MAC address
 * @param mtu bytes
 * @param state {@code up} or {@code down}
 * @param type {@code broadcast}, …
 * @param bridge null if it is not a bridge
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record NetworkState(
        List<NicAddress> addresses,
        String hwaddr,
        int mtu,
        String state,
        String type,
        @Nullable BridgeState bridge) {
    public NetworkState {
        addresses = Maps.orEmpty(addresses);
        hwaddr = Maps.orEmpty(hwaddr);
        state = Maps.orEmpty(state);
        type = Maps.orEmpty(type);
    }
}
