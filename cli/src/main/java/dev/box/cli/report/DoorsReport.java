package dev.box.cli.report;

import dev.box.core.door.Door;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box expose --list --json}.
 *
 * @param schema {@code box.doors/1}
 * @param doors by box and port
 */
@Json
public record DoorsReport(String schema, List<Entry> doors) {

    /**
     * One door.
     *
     * @param box its name
     * @param port in the box, TCP
     * @param address on the host
     * @param hostPort on the host
     */
    @Json
    public record Entry(String box, int port, String address, int hostPort) {}

    public static DoorsReport of(List<Door> doors) {
        List<Entry> entries = new ArrayList<>();
        for (Door door : doors) {
            entries.add(new Entry(door.box(), door.port(), Door.ADDRESS, door.hostPort()));
        }
        return new DoorsReport("box.doors/1", entries);
    }
}
