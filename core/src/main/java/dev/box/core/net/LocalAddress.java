package dev.box.core.net;

/**
 * An address that this machine holds.
 *
 * @param device the interface
 * @param address e.g. {@code 192.168.1.5} or {@code fe80::1}
 * @param prefix its prefix length
 * @param scope {@code global}, {@code link} or {@code host}
 * @param v6 whether it is IPv6
 */
public record LocalAddress(String device, String address, int prefix, String scope, boolean v6) {}
