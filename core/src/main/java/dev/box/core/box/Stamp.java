package dev.box.core.box;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where a box comes from, as written on the instance itself. Every text is as the daemon holds it, so it is untrusted
 * when it is printed; an unset key reads as empty.
 *
 * @param schema version of the key set; 0 for a box of the predecessor
 * @param version version of box that minted it
 * @param created UTC, ISO 8601
 * @param template name of the template
 * @param user whom exec and shell enter as
 * @param image image as the template named it
 * @param imageFingerprint what the image's name resolved to
 * @param mode {@code container} or {@code vm}
 * @param modeAsked {@code auto}, {@code container} or {@code vm}
 * @param origin {@code mint} or {@code clone}
 * @param originFrom the source of a clone
 * @param machineId the guest's identity when minting ended
 * @param state whether minting ended, and how
 */
public record Stamp(
        int schema,
        String version,
        String created,
        String template,
        String user,
        String image,
        String imageFingerprint,
        String mode,
        String modeAsked,
        String origin,
        String originFrom,
        String machineId,
        Mark state) {

    /** The schema that this version writes and wholly understands. */
    public static final int SCHEMA = 1;

    /** The template and user of every box of the predecessor, which wrote no stamp. */
    private static final String LEGACY_TEMPLATE = "claude";

    /** How far minting came. */
    public enum Mark {
        /** Minted to the end. */
        WHOLE(""),
        /** Being minted, or its minting was killed. */
        MINTING("minting"),
        /** Its first boot or its provisioning failed; left for inspection. */
        FAILED("failed"),
        /** A word of a newer box. */
        UNKNOWN("unknown");

        private final String word;

        Mark(String word) {
            this.word = word;
        }

        /** The value of the key; empty when the key is absent. */
        public String word() {
            return word;
        }

        static Mark read(String word) {
            return switch (word) {
                case "" -> WHOLE;
                case "minting" -> MINTING;
                case "failed" -> FAILED;
                default -> UNKNOWN;
            };
        }
    }

    /** Whether an instance with this configuration is a box at all. */
    public static boolean isBox(Map<String, String> config) {
        return "1".equals(config.get(StampKey.TAG.key())) || isLegacy(config);
    }

    private static boolean isLegacy(Map<String, String> config) {
        return "1".equals(config.get(StampKey.LEGACY_TAG.key()));
    }

    /** The stamp of a box, whatever schema it has; empty if the instance is no box. */
    public static Optional<Stamp> read(Map<String, String> config) {
        if (!isBox(config)) {
            return Optional.empty();
        }
        String fallback = config.containsKey(StampKey.TAG.key()) ? "" : LEGACY_TEMPLATE;
        return Optional.of(new Stamp(
                number(get(config, StampKey.SCHEMA)),
                get(config, StampKey.VERSION),
                get(config, StampKey.CREATED),
                config.getOrDefault(StampKey.TEMPLATE.key(), fallback),
                config.getOrDefault(StampKey.USER.key(), fallback),
                get(config, StampKey.IMAGE),
                get(config, StampKey.IMAGE_FINGERPRINT),
                get(config, StampKey.MODE),
                get(config, StampKey.MODE_ASKED),
                get(config, StampKey.ORIGIN),
                get(config, StampKey.ORIGIN_FROM),
                get(config, StampKey.MACHINE_ID),
                Mark.read(get(config, StampKey.STATE))));
    }

    /** The keys to write on an instance for this stamp, tag included; unset ones are left out. */
    public Map<String, String> toConfig() {
        Map<String, String> config = new LinkedHashMap<>();
        config.put(StampKey.TAG.key(), "1");
        config.put(StampKey.SCHEMA.key(), Integer.toString(schema));
        put(config, StampKey.VERSION, version);
        put(config, StampKey.CREATED, created);
        put(config, StampKey.TEMPLATE, template);
        put(config, StampKey.USER, user);
        put(config, StampKey.IMAGE, image);
        put(config, StampKey.IMAGE_FINGERPRINT, imageFingerprint);
        put(config, StampKey.MODE, mode);
        put(config, StampKey.MODE_ASKED, modeAsked);
        put(config, StampKey.ORIGIN, origin);
        put(config, StampKey.ORIGIN_FROM, originFrom);
        put(config, StampKey.MACHINE_ID, machineId);
        put(config, StampKey.STATE, state.word());
        return config;
    }

    /** Whether a newer box wrote it: what is here is what this version understands, not all that there is. */
    public boolean isNewer() {
        return schema > SCHEMA;
    }

    private static void put(Map<String, String> config, StampKey key, String value) {
        if (!value.isEmpty()) {
            config.put(key.key(), value);
        }
    }

    private static String get(Map<String, String> config, StampKey key) {
        return config.getOrDefault(key.key(), "");
    }

    private static int number(String text) {
        try {
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            // not a number this version could have written: whatever it is, it is newer
            return Integer.MAX_VALUE;
        }
    }
}
