package dev.box.incus;

/**
 * A process that holds a connection to the daemon's socket.
 *
 * @param pid as this process sees it
 * @param command its name, e.g. {@code nc}
 */
public record SocketHolder(long pid, String command) {}
