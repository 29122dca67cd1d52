package dev.box.core.net;

/**
 * Which subnet boxnet has or gets, and why.
 *
 * @param subnet without host bits
 * @param gateway the host's own address in it, with the subnet's prefix length
 * @param note what the user should know about the choice; empty if it is the obvious one
 */
public record SubnetPlan(Cidr subnet, Cidr gateway, String note) {}
