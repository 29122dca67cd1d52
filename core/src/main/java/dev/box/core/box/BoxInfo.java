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
 * @param expires from when on prune offers to remove it, UTC, ISO 8601; empty for never
 */
public record BoxInfo(
        BoxSummary summary, Resources resources, Stamp stamp, List<SnapshotInfo> snapshots, String expires) {

    /**
     * A snapshot or a mark.
     *
     * @param name its label; untrusted when printed
     * @param created RFC 3339
     */
    public record SnapshotInfo(String name, String created) {}
}
