package dev.box.core.transfer;

import dev.box.core.box.StampKey;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is written on a box about its imports: the first stays, the last is refreshed, all are counted. */
final class ImportRecord {

    private ImportRecord() {}

    /**
     * The keys for one more.
     *
     * @param before the keys that the box came with
     * @param now UTC, ISO 8601
     */
    static Map<String, String> next(Map<String, String> before, String now) {
        Map<String, String> keys = new LinkedHashMap<>();
        String first = before.getOrDefault(StampKey.IMPORT_FIRST.key(), "");
        keys.put(StampKey.IMPORT_FIRST.key(), first.isEmpty() ? now : first);
        keys.put(StampKey.IMPORT_LAST.key(), now);
        keys.put(StampKey.IMPORT_COUNT.key(), Integer.toString(count(before) + 1));
        return keys;
    }

    private static int count(Map<String, String> before) {
        String text = before.getOrDefault(StampKey.IMPORT_COUNT.key(), "");
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
    }
}
