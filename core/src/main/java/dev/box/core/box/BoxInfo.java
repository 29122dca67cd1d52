package dev.box.core.box;

import dev.box.core.template.Resources;
import java.util.List;

/**
 * All that is known of one box.
 *
 * @param summary what a listing shows
 * @param resources its limits; empty where it has none
 * @param stamp where it comes from
 * @param snapshots oldest first
 */
public record BoxInfo(BoxSummary summary, Resources resources, Stamp stamp, List<SnapshotInfo> snapshots) {

    /**
     * A snapshot or a mark.
     *
     * @param name its label; untrusted when printed
     * @param created RFC 3339
     */
    public record SnapshotInfo(String name, String created) {}
}
