package dev.box.incus;

import io.avaje.jsonb.Json;

/**
 * Space that one disk device takes.
 *
 * @param usage bytes
 * @param total bytes, 0 if it is not limited
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record DiskUsage(long usage, long total) {}
