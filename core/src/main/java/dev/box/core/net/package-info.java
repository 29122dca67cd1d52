/**
 * What the kernel says about the host's network, and the arithmetic of subnets: addresses, routes, bridge ports, live
 * firewall rules, who serves DNS and DHCP. Uses process and failure; knows nothing of Incus.
 */
@NullMarked
package dev.box.core.net;

import org.jspecify.annotations.NullMarked;
