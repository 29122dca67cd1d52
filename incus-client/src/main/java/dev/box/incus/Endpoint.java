package dev.box.incus;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where a daemon listens.
 *
 * @param socket path of its Unix socket
 * @param origin which rule found it, e.g. {@code INCUS_SOCKET}, for messages
 * @param project the project to work in unless another is chosen; empty for the daemon's default. The user socket has
 *     one project for each user
 * @param remote what the caller calls the machine that it is on; empty for this one
 */
public record Endpoint(Path socket, String origin, String project, String remote) {

    /** On this machine. */
    public Endpoint(Path socket, String origin, String project) {
        this(socket, origin, project, "");
    }

    /**
     * The daemon that the incus client itself would talk to.
     *
     * @param env the caller's environment; INCUS_SOCKET and INCUS_DIR are read
     * @throws IncusException.NoSocket if there is none; it lists why each place does not apply
     * @throws IncusException.PermissionDenied if there is one that this user may not open
     */
    public static Endpoint discover(Map<String, String> env) {
        return SocketDiscovery.system(env).find();
    }

    /** A socket that the caller knows. */
    public static Endpoint of(Path socket) {
        return new Endpoint(socket, "given", "");
    }
}
