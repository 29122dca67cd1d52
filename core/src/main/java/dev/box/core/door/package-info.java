/**
 * Doors: one port of a box on the host's loopback, opened, listed and closed, each proven end to end. Uses box, host, net,
 * failure, progress, wait and the client of the daemon.
 */
@NullMarked
package dev.box.core.door;

import org.jspecify.annotations.NullMarked;
