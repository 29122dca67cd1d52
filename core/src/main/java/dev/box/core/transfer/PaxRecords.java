package dev.box.core.transfer;

import dev.box.core.text.Untrusted;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The records of a pax header: {@code length key=value\n}, the length counting the whole record. */
final class PaxRecords {

    private PaxRecords() {}

    /** Adds them to {@code into}; keys that change how the content is stored are refused, since no export writes them. */
    static void read(byte[] body, Map<String, String> into) throws BadArchive {
        int at = 0;
        while (at < body.length) {
            int space = at;
            int length = 0;
            while (space < body.length && body[space] >= '0' && body[space] <= '9' && length < body.length) {
                length = 10 * length + body[space] - '0';
                space++;
            }
            int end = at + length;
            if (space == at || space >= body.length || body[space] != ' ' || end > body.length || end <= space + 1) {
                throw broken();
            }
            if (body[end - 1] != '\n') {
                throw broken();
            }
            record(new String(body, space + 1, end - space - 2, StandardCharsets.ISO_8859_1), into);
            at = end;
        }
    }

    private static void record(String record, Map<String, String> into) throws BadArchive {
        int equals = record.indexOf('=');
        if (equals < 1) {
            throw broken();
        }
        String key = record.substring(0, equals);
        String value = record.substring(equals + 1);
        if (key.startsWith("GNU.") || key.equals("hdrcharset")) {
            throw new BadArchive("an extended header says " + Untrusted.line(key) + ", which no export writes");
        }
        boolean meaning = key.equals("path") || key.equals("linkpath") || key.equals("size");
        if (meaning && value.indexOf('\0') >= 0) {
            throw broken();
        }
        if (into.put(key, value) != null) {
            throw new BadArchive("an extended header says " + Untrusted.line(key) + " twice");
        }
    }

    private static BadArchive broken() {
        return new BadArchive("an extended header is broken");
    }
}
