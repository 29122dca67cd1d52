package dev.box.core.net;

/**
 * A port of a bridge as the kernel has it.
 *
 * @param device the interface on the host, e.g. {@code veth3725b9da}
 * @param kind {@code veth}, {@code tun}, …; empty for a physical interface
 * @param hardwareAddress the host end's own address, not the guest's
 * @param isolated the flag that keeps frames from other isolated ports away
 */
public record BridgePort(String device, String kind, String hardwareAddress, boolean isolated) {}
