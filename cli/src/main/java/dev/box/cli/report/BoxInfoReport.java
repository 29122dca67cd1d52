package dev.box.cli.report;

import dev.box.core.box.BoxInfo;
import dev.box.core.box.Stamp;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box info --json}.
 *
 * @param schema {@code box.info/1}
 * @param box as in a listing
 * @param resources its limits; empty where it has none
 * @param origin where it comes from
 * @param snapshots oldest first
 * @param expires from when on box prune offers to remove it (RFC 3339); empty for never
 */
@Json
public record BoxInfoReport(
        String schema, BoxReport box, Resources resources, Origin origin, List<Snapshot> snapshots, String expires) {

    /** Limits as Incus spells them, e.g. 2, 4GiB, 20GiB. */
    @Json
    public record Resources(String cpu, String memory, String disk) {}

    /**
     * What the stamp tells.
     *
     * @param schema version of the stamp itself; 0 for a box of the predecessor
     * @param version of the box that made it
     * @param user whom exec and shell enter as
     * @param image as the template named it
     * @param imageFingerprint what that resolved to
     * @param modeAsked auto, container or vm
     * @param origin mint or clone
     * @param originFrom the source of a clone
     * @param machineId its identity when it was made
     */
    @Json
    public record Origin(
            int schema,
            String version,
            String user,
            String image,
            String imageFingerprint,
            String modeAsked,
            String origin,
            String originFrom,
            String machineId) {}

    /** A snapshot or a mark, and when it was taken (RFC 3339). */
    @Json
    public record Snapshot(String name, String created) {}

    public static BoxInfoReport of(BoxInfo info) {
        List<Snapshot> snapshots = new ArrayList<>();
        for (BoxInfo.SnapshotInfo snapshot : info.snapshots()) {
            snapshots.add(new Snapshot(snapshot.name(), snapshot.created()));
        }
        return new BoxInfoReport(
                "box.info/1",
                BoxReport.of(info.summary()),
                new Resources(
                        info.resources().cpu(),
                        info.resources().memory(),
                        info.resources().disk()),
                origin(info.stamp()),
                snapshots,
                info.expires());
    }

    private static Origin origin(Stamp stamp) {
        return new Origin(
                stamp.schema(),
                stamp.version(),
                stamp.user(),
                stamp.image(),
                stamp.imageFingerprint(),
                stamp.modeAsked(),
                stamp.origin(),
                stamp.originFrom(),
                stamp.machineId());
    }
}
