package dev.box.drill.plan;

/** An address of the host and the device that holds it. */
public record HostAddress(String device, String address) {}
