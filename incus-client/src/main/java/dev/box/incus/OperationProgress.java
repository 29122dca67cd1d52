package dev.box.incus;

import java.util.Map;

/**
 * How far an operation is.
 *
 * @param description what the daemon calls it, e.g. {@code Creating instance}
 * @param stage which of the daemon's progress keys spoke, e.g. {@code download_progress}; empty if none
 * @param text the daemon's words, e.g. {@code rootfs: 43% (12.10MB/s)}; untrusted text, empty if none
 * @param percent 0 to 100, or -1 if the daemon did not tell
 * @param metadata all that the daemon attached
 */
public record OperationProgress(
        String description, String stage, String text, int percent, Map<String, Object> metadata) {}
