package dev.box.core.tenant;

import dev.box.core.process.Privileges;
import dev.box.incus.Endpoint;
import dev.box.incus.IncusException;
import java.util.Map;

/**
 * What this process may do on the daemon. It is decided by what the kernel lets the process open, thus by its live
 * credentials: the group database says something else until the next login.
 */
public enum Access {
    /** All of the daemon: root, or group incus-admin. */
    FULL,
    /** A project of one's own, behind incus-user. */
    RESTRICTED,
    /** Neither socket. */
    NONE;

    private static final String USER_SOCKET = "unix.socket.user";

    /** Asks the kernel only. A socket named by INCUS_SOCKET is taken by its name, as nothing was asked of it yet. */
    public static Access of(Map<String, String> environment) {
        try {
            Endpoint endpoint = Endpoint.discover(environment);
            return isUserSocket(endpoint) ? RESTRICTED : FULL;
        } catch (IncusException.PermissionDenied denied) {
            return NONE;
        } catch (IncusException.NoSocket none) {
            // no daemon is no confinement: what is refused then is refused for that reason
            return Privileges.isRoot() ? FULL : NONE;
        }
    }

    private static boolean isUserSocket(Endpoint endpoint) {
        return endpoint.socket().endsWith(USER_SOCKET);
    }
}
