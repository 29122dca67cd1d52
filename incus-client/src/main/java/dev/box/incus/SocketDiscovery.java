package dev.box.incus;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Looks for the daemon's socket where the incus client looks for it. */
final class SocketDiscovery {

    private final Map<String, String> env;

    private SocketDiscovery(Map<String, String> env) {
        this.env = env;
    }

    static SocketDiscovery system(Map<String, String> env) {
        return new SocketDiscovery(env);
    }

    Endpoint find() {
        String given = env.getOrDefault("INCUS_SOCKET", "");
        if (!given.isEmpty()) {
            return new Endpoint(Path.of(given), "INCUS_SOCKET");
        }
        Path run = Path.of("/run/incus/unix.socket");
        if (Files.isWritable(run)) {
            return new Endpoint(run, "/run/incus");
        }
        return new Endpoint(Path.of("/var/lib/incus/unix.socket"), "/var/lib/incus");
    }
}
