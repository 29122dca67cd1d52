package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One interface as the guest sees it.
 *
 * @param addresses of every family and scope
 * @param hwaddr MAC address
 * @param hostName its other end on the host, e.g. {@code veth1a2b3c}; empty if there is none
 * @param mtu bytes
 * @param state {@code up} or {@code down}
 * @param type {@code broadcast}, {@code loopback}, …
 * @param counters since it came up
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record NicState(
        List<NicAddress> addresses,
        String hwaddr,
        String hostName,
        int mtu,
        String state,
        String type,
        @Nullable NicCounters counters) {
    public NicState {
        addresses = Maps.orEmpty(addresses);
        hwaddr = Maps.orEmpty(hwaddr);
        hostName = Maps.orEmpty(hostName);
        state = Maps.orEmpty(state);
        type = Maps.orEmpty(type);
    }
}
