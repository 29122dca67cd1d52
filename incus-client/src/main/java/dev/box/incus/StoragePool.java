package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;

/**
 * A storage pool.
 *
 * @param name unique
 * @param description free text
 * @param driver {@code btrfs}, {@code dir}, {@code zfs}, {@code lvm}, …
 * @param status {@code Created}, {@code Pending} or {@code Errored}
 * @param config keys
 * @param usedBy API paths
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record StoragePool(
        String name,
        String description,
        String driver,
        String status,
        Map<String, String> config,
        List<String> usedBy) {
    public StoragePool {
        name = Maps.orEmpty(name);
        description = Maps.orEmpty(description);
        driver = Maps.orEmpty(driver);
        status = Maps.orEmpty(status);
        config = Maps.orEmpty(config);
        usedBy = Maps.orEmpty(usedBy);
    }

    /** A pool to create. */
    public static StoragePool of(String name, String driver, Map<String, String> config) {
        return new StoragePool(name, "", driver, "", config, List.of());
    }
}
