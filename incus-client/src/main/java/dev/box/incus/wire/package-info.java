/** Bytes to and from the daemon: HTTP and WebSocket over a Unix socket. Knows no resource of the API and uses nothing of {@code dev.box.incus}. */
@NullMarked
package dev.box.incus.wire;

import org.jspecify.annotations.NullMarked;
