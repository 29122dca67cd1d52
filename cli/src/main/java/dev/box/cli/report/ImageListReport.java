package dev.box.cli.report;

import dev.box.incus.Image;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box image list --json}.
 *
 * @param schema {@code box.image-list/1}
 * @param images in the daemon's order
 */
@Json
public record ImageListReport(String schema, List<Entry> images) {

    /**
     * One image in the daemon's store.
     *
     * @param aliases names that point at it
     * @param fingerprint SHA-256, hex
     * @param type container or virtual-machine
     * @param bytes its size
     * @param description as its maker put it
     * @param imported when it came into the store, RFC 3339
     */
    @Json
    public record Entry(
            List<String> aliases, String fingerprint, String type, long bytes, String description, String imported) {}

    public static ImageListReport of(List<Image> images) {
        List<Entry> entries = new ArrayList<>();
        for (Image image : images) {
            List<String> aliases = new ArrayList<>();
            for (Image.Alias alias : image.aliases()) {
                aliases.add(alias.name());
            }
            entries.add(new Entry(
                    aliases,
                    image.fingerprint(),
                    image.type(),
                    image.size(),
                    image.properties().getOrDefault("description", ""),
                    image.uploadedAt()));
        }
        return new ImageListReport("box.image-list/1", entries);
    }
}
