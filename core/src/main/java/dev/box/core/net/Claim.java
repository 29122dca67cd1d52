package dev.box.core.net;

/**
 * Address space that something on this machine already uses.
 *
 * @param space what is used
 * @param by who uses it, in words for a message, e.g. {@code a route through wg0}
 * @param device the interface
 */
public record Claim(Cidr space, String by, String device) {}
