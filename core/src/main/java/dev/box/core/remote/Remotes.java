package dev.box.core.remote;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The remotes that this user's incus client knows; {@code incus remote add} makes and trusts them, box only reads. */
public final class Remotes {

    /** Every incus client has these two for image servers beside the user's own; they run nothing. */
    private static final String PROTOCOL = "incus";

    private final Path directory;
    private final Map<String, Remote> remotes = new TreeMap<>();

    private Remotes(Path directory) {
        this.directory = directory;
    }

    /**
     * A daemon elsewhere.
     *
     * @param address {@code https://HOST:PORT}, or {@code unix://PATH}
     * @param project that it is used in; empty for its default
     */
    public record Remote(String name, URI address, String project) {}

    /** As the incus client looks for them: {@code INCUS_CONF}, or {@code ~/.config/incus}. */
    public static Remotes read(Map<String, String> environment) {
        String named = environment.getOrDefault("INCUS_CONF", "");
        Path directory = named.isEmpty()
                ? Path.of(environment.getOrDefault("HOME", "/root"), ".config", "incus")
                : Path.of(named);
        Remotes remotes = new Remotes(directory);
        Path file = directory.resolve("config.yml");
        try {
            remotes.take(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)));
        } catch (NoSuchFileException e) {
            // a client that was never used knows no remotes
        } catch (IOException | YamlEngineException e) {
            throw new BoxFailure.Failed(
                    "reading the remotes in " + file,
                    Untrusted.line(String.valueOf(e.getMessage())),
                    "incus remote list",
                    e);
        }
        return remotes;
    }

    private void take(Object yaml) {
        if (yaml instanceof Map<?, ?> config && config.get("remotes") instanceof Map<?, ?> entries) {
            entries.forEach((name, entry) -> {
                if (name instanceof String text && entry instanceof Map<?, ?> keys) {
                    address(keys)
                            .ifPresent(address -> remotes.put(text, new Remote(text, address, text(keys, "project"))));
                }
            });
        }
    }

    private static Optional<URI> address(Map<?, ?> keys) {
        String protocol = text(keys, "protocol");
        String address = text(keys, "addr");
        boolean runsInstances = protocol.isEmpty() || protocol.equals(PROTOCOL);
        if (!runsInstances || "true".equals(text(keys, "public")) || !address.matches("(https|unix)://\\S+")) {
            return Optional.empty();
        }
        try {
            return Optional.of(URI.create(address));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String text(Map<?, ?> keys, String key) {
        Object value = keys.get(key);
        return value == null ? "" : String.valueOf(value);
    }

    /** Names of those that can hold boxes. */
    public List<String> names() {
        return List.copyOf(remotes.keySet());
    }

    /** Throws {@link BoxFailure.Refused} if the incus client knows none of that name that can hold boxes. */
    public Remote find(String name) {
        Remote remote = remotes.get(name);
        if (remote == null) {
            throw new BoxFailure.Refused(
                    "finding remote '" + Untrusted.line(name) + "'",
                    remotes.isEmpty()
                            ? "the incus client knows no remote that can hold boxes"
                            : "no such remote; there is: " + Untrusted.line(String.join(" ", names())),
                    "make it known first: incus remote add NAME https://HOST:8443");
        }
        return remote;
    }

    /** This client's certificate and key. */
    Path clientCertificate() {
        return directory.resolve("client.crt");
    }

    Path clientKey() {
        return directory.resolve("client.key");
    }

    /** What {@code incus remote add} has pinned for it; it need not exist. */
    Path serverCertificate(Remote remote) {
        return directory.resolve("servercerts").resolve(remote.name() + ".crt");
    }

    public Tunnel open(Remote remote, dev.box.incus.Deadline deadline) {
        return Tunnel.open(this, remote, deadline);
    }
}
