package dev.box.incus;

import io.avaje.jsonb.Json;

/**
 * A DHCP lease or a static assignment of a managed network.
 *
 * @param hostname the name that the guest gave or that the instance has
 * @param hwaddr MAC address
 * @param address IPv4 or IPv6
 * @param type {@code static}, {@code dynamic}, {@code gateway} or {@code uplink}
 * @param project empty if the lease is of no instance
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record NetworkLease(String hostname, String hwaddr, String address, String type, String project) {
    public NetworkLease {
        hostname = Maps.orEmpty(hostname);
        hwaddr = Maps.orEmpty(hwaddr);
        address = Maps.orEmpty(address);
        type = Maps.orEmpty(type);
        project = Maps.orEmpty(project);
    }
}
