package dev.box.drill.plan;

/** A name that only one resolver knows, such as a VPN's; a box must not come by it. */
public record SplitName(String name, String resolver) {}
