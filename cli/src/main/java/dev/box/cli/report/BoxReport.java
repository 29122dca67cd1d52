package dev.box.cli.report;

import dev.box.core.box.BoxSummary;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * One box in a report. What is not known is an empty text.
 *
 * @param name of the box
 * @param state running, stopped, frozen, error, incomplete, failed or unknown
 * @param running whether it runs now, whatever its state
 * @param type container or vm
 * @param ipv4 its address on the box network
 * @param template what it was made from
 * @param snapshots how many it has
 * @param doors its open doors
 * @param created RFC 3339, UTC
 */
@Json
public record BoxReport(
        String name,
        String state,
        boolean running,
        String type,
        String ipv4,
        String template,
        int snapshots,
        List<Door> doors,
        String created) {

    /**
     * One open door.
     *
     * @param listen where the host listens
     * @param connect where it leads in the box
     */
    @Json
    public record Door(String listen, String connect) {}

    static BoxReport of(BoxSummary box) {
        List<Door> doors = new ArrayList<>();
        for (BoxSummary.Door door : box.doors()) {
            doors.add(new Door(door.listen(), door.connect()));
        }
        return new BoxReport(
                box.name(),
                box.state().word(),
                box.running(),
                box.type(),
                box.ipv4(),
                box.template(),
                box.snapshots(),
                doors,
                box.created());
    }
}
