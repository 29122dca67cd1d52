/**
 * What stands around a machine under test: the public internet, its resolvers, a live target in each private range, and
 * a neighbour on the LAN that probes on request. Uses core.
 */
@NullMarked
package dev.box.lab.world;

import org.jspecify.annotations.NullMarked;
