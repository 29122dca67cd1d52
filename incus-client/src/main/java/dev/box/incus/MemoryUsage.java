package dev.box.incus;

import io.avaje.jsonb.Json;

/**
 * Memory that an instance takes.
 *
 * @param usage bytes
 * @param usagePeak bytes
 * @param total bytes
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record MemoryUsage(long usage, long usagePeak, long total) {}
