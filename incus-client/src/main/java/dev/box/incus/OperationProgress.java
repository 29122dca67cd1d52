package dev.box.incus;

import java.util.Map;
import java.util.Optional;

/**
 * How far an operation is.
 *
 * @param description what the daemon calls it, e.g. {@code Creating instance}
 * @param stage which of the daemon's progress keys spoke, e.g. {@code download_progress}
 * @param text the daemon's words, e.g. {@code rootfs: 43% (12.10MB/s)}; untrusted text
 * @param percent 0 to 100, or -1 if the daemon did not tell
 * @param metadata all that the daemon attached
 */
public record OperationProgress(
        String description, String stage, String text, int percent, Map<String, Object> metadata) {

    private static final String SUFFIX = "_progress";

    /** What the operation tells of its progress; empty if nothing. */
    static Optional<OperationProgress> of(OperationInfo info) {
        for (Map.Entry<String, Object> entry : info.metadata().entrySet()) {
            if (entry.getKey().endsWith(SUFFIX) && entry.getValue() instanceof String text) {
                return Optional.of(new OperationProgress(
                        info.description(), entry.getKey(), text, percent(text), info.metadata()));
            }
        }
        return Optional.empty();
    }

    /** The number before the first percent sign; -1 if there is none. */
    static int percent(String text) {
        int sign = text.indexOf('%');
        int start = sign;
        while (start > 0 && Character.isDigit(text.charAt(start - 1))) {
            start--;
        }
        return sign < 0 || start == sign || sign - start > 3 ? -1 : Integer.parseInt(text.substring(start, sign));
    }
}
