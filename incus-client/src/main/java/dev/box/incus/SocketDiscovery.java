package dev.box.incus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Looks for the daemon's socket as the incus client of 6.0 does: INCUS_SOCKET as it is; else the directory INCUS_DIR,
 * else {@code /run/incus} if it holds a socket, else {@code /var/lib/incus}; and in that directory the user socket if the
 * admin socket is not open to this user.
 */
final class SocketDiscovery {

    private static final String TRIED = "looking for the Incus daemon";

    private final Map<String, String> env;
    private final Path run;
    private final Path lib;
    private final List<String> reasons = new ArrayList<>();

    SocketDiscovery(Map<String, String> env, Path run, Path lib) {
        this.env = env;
        this.run = run;
        this.lib = lib;
    }

    static SocketDiscovery system(Map<String, String> env) {
        return new SocketDiscovery(env, Path.of("/run/incus"), Path.of("/var/lib/incus"));
    }

    Endpoint find() {
        String socket = env.getOrDefault("INCUS_SOCKET", "");
        if (!socket.isEmpty()) {
            // As with the incus client, a named socket is not second-guessed: the first call tells what is wrong with
            // it.
            return new Endpoint(Path.of(socket), "INCUS_SOCKET", "");
        }
        reasons.add("INCUS_SOCKET is not set");
        String named = env.getOrDefault("INCUS_DIR", "");
        if (!named.isEmpty()) {
            return in(Path.of(named), "INCUS_DIR");
        }
        reasons.add("INCUS_DIR is not set");
        if (Files.exists(run.resolve("unix.socket"), LinkOption.NOFOLLOW_LINKS)) {
            return in(run, run.toString());
        }
        reasons.add("there is no " + run.resolve("unix.socket"));
        return in(lib, lib.toString());
    }

    private Endpoint in(Path directory, String origin) {
        Path admin = directory.resolve("unix.socket");
        if (usable(admin)) {
            return new Endpoint(admin, origin, "");
        }
        Path user = directory.resolve("unix.socket.user");
        if (usable(user)) {
            return new Endpoint(user, origin, "user-" + euid());
        }
        throw nothing();
    }

    private boolean usable(Path socket) {
        if (Files.isWritable(socket)) {
            return true;
        }
        reasons.add(
                Files.notExists(socket, LinkOption.NOFOLLOW_LINKS)
                        ? "there is no " + socket
                        : "this user may not open " + socket);
        return false;
    }

    private IncusException nothing() {
        String why = String.join("; ", reasons);
        for (String reason : reasons) {
            if (reason.startsWith("this user may not open ")) {
                boolean user = reason.endsWith(".user");
                return new IncusException.PermissionDenied(
                        TRIED,
                        why,
                        "join a group of it, then log in again: sudo usermod -aG incus-admin \"$USER\""
                                + (user
                                        ? " (all of it) or sudo usermod -aG incus \"$USER\" (a project of your own)"
                                        : "")
                                + "; or run it as root");
            }
        }
        return new IncusException.NoSocket(
                TRIED,
                why,
                "install Incus, or start it: sudo systemctl start incus; or name its socket: INCUS_SOCKET=/path");
    }

    private static String euid() {
        try {
            return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException e) {
            return System.getProperty("user.name", "");
        }
    }
}
