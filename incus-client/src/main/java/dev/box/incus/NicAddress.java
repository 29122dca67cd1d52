package dev.box.incus;

import io.avaje.jsonb.Json;

/**
 * One address of an interface.
 *
 * @param family {@code inet} or {@code inet6}
 * @param address without prefix
 * @param netmask prefix length
 * @param scope {@code global}, {@code link} or {@code local}
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record NicAddress(String family, String address, String netmask, String scope) {
    public NicAddress {
        family = Maps.orEmpty(family);
        address = Maps.orEmpty(address);
        netmask = Maps.orEmpty(netmask);
        scope = Maps.orEmpty(scope);
    }
}
