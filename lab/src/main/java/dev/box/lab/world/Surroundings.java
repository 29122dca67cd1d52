package dev.box.lab.world;

import dev.box.core.failure.BoxFailure;
import io.avaje.json.JsonException;
import io.avaje.jsonb.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What stands around a machine, for the drill: what must be reachable, and live targets that must not be. The lab writes
 * it into each of its hosts as {@link #FILE}; on a real host an operator may.
 *
 * @param schema {@link #SCHEMA}
 * @param publicHost a host of the public internet (JSON: {@code public})
 * @param targets one live host per private or special range that has a usable address
 * @param untargeted ranges without a live target, with the reason
 * @param lan a neighbour on the operator's LAN
 * @param vpnName a name that only a resolver inside a VPN answers
 */
@Json
public record Surroundings(
        String schema,
        @Json.Property("public") PublicHost publicHost,
        List<Target> targets,
        List<Untargeted> untargeted,
        LanHost lan,
        VpnName vpnName) {

    public static final String SCHEMA = "box.surroundings/1";

    /** Where it stands inside a host. */
    public static final Path FILE = Path.of("/etc/box/surroundings.json");

    /** TCP and UDP echo what they get; HTTP answers any GET with 200. */
    @Json
    public record PublicHost(String address, String name, int tcpPort, int udpPort, int httpPort) {}

    /** A live host in a range that boxes must not reach; both ports echo. */
    @Json
    public record Target(String range, String address, int tcpPort, int udpPort) {}

    @Json
    public record Untargeted(String range, String reason) {}

    /** Runs a {@link Reflector} and echoes on the other two ports. */
    @Json
    public record LanHost(String address, int reflectorPort, int tcpPort, int udpPort) {}

    /** {@code resolver} answers {@code name} with {@code address}; no public resolver does. */
    @Json
    public record VpnName(String name, String address, String resolver) {}

    public String toJson() {
        return WorldJson.type(Surroundings.class).toJson(this) + "\n";
    }

    /** Throws {@link BoxFailure.Unjudged} for anything but this schema. */
    public static Surroundings parse(String json) {
        Surroundings read;
        try {
            read = WorldJson.type(Surroundings.class).fromJson(json);
        } catch (JsonException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
        if (!SCHEMA.equals(read.schema())) {
            throw unreadable("its schema is '" + read.schema() + "', this box reads " + SCHEMA);
        }
        return read;
    }

    /** The machine's own, if someone wrote one. */
    public static Optional<Surroundings> ofThisMachine() {
        if (!Files.exists(FILE)) {
            return Optional.empty();
        }
        try {
            return Optional.of(parse(Files.readString(FILE)));
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
    }

    private static BoxFailure.Unjudged unreadable(String why) {
        return new BoxFailure.Unjudged("reading what is around this host", why, "look at " + FILE);
    }
}
