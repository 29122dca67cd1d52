package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;

/**
 * The bridge part of a network’s state.
 *
 * @param id bridge id
 * @param stp whether spanning tree is on
 * @param upperDevices names of the ports
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record BridgeState(String id, boolean stp, List<String> upperDevices) {
    public BridgeState {
        id = Maps.orEmpty(id);
        upperDevices = Maps.orEmpty(upperDevices);
    }
}
