package dev.box.incus;

import io.avaje.jsonb.Json;

/**
 * Traffic of an interface as the guest sees it.
 *
 * @param bytesReceived bytes
 * @param bytesSent bytes
 * @param packetsReceived frames
 * @param packetsSent frames
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record NicCounters(long bytesReceived, long bytesSent, long packetsReceived, long packetsSent) {}
