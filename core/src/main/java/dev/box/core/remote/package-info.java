/**
 * Daemons on other machines, as the incus client's own configuration knows them: where each is, and a tunnel to it that
 * looks like a local daemon's socket. Uses failure, text, settings and the client of the daemon.
 */
@NullMarked
package dev.box.core.remote;

import org.jspecify.annotations.NullMarked;
