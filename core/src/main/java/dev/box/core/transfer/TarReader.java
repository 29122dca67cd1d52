package dev.box.core.transfer;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a tar stream strictly: what two readers could understand differently (no checksum, a foreign magic, extensions that
 * Incus does not write, anything after the end) is refused instead of interpreted, and headers are kept as they were, so
 * that a member can be passed on without loss. An own reader for that reason; libraries are lenient and re-encode.
 */
final class TarReader {

    static final int BLOCK = 512;

    private static final int MOST_EXTENDED = 1 << 20;

    private final InputStream in;
    private long left;
    private int padding;

    TarReader(InputStream in) {
        this.in = in;
    }

    /** The next member; what is left of the one before is skipped. Empty at a proper end. */
    Optional<TarEntry> next() throws IOException {
        skip(left + padding);
        left = 0;
        padding = 0;
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        Map<String, String> extended = new HashMap<>();
        while (true) {
            byte[] block = block();
            if (isZero(block)) {
                if (headers.size() > 0) {
                    throw new BadArchive("it ends after an extended header");
                }
                end();
                return Optional.empty();
            }
            check(block);
            headers.write(block);
            char type = (char) (block[156] & 0xff);
            if (type != 'x' && type != 'L' && type != 'K') {
                return Optional.of(entry(block, type, extended, headers.toByteArray()));
            }
            extend(type, block, headers, extended);
        }
    }

    /** The content of the current member; must be called at most once for each. */
    byte[] content(TarEntry entry, int most) throws IOException {
        if (entry.size() > most) {
            throw new BadArchive("its " + shown(entry.path()) + " has " + entry.size() + " bytes");
        }
        byte[] bytes = exactly((int) entry.size());
        left = 0;
        return bytes;
    }

    /** Reads of the current member's content, -1 at its end. */
    int read(byte[] buffer) throws IOException {
        if (left == 0) {
            return -1;
        }
        int n = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (n < 0) {
            throw truncated();
        }
        left -= n;
        return n;
    }

    private void extend(char type, byte[] block, ByteArrayOutputStream headers, Map<String, String> extended)
            throws IOException {
        long size = number(block, 124, 12);
        if (size < 1 || size > MOST_EXTENDED) {
            throw new BadArchive("an extended header has " + size + " bytes");
        }
        byte[] body = exactly((int) size);
        headers.write(body);
        headers.write(exactly(paddingOf(size)));
        if (type == 'x') {
            PaxRecords.read(body, extended);
        } else {
            String text = terminated(body, 0, body.length);
            if (extended.put(type == 'L' ? "path" : "linkpath", text) != null) {
                throw new BadArchive("a member has two names");
            }
        }
    }

    private TarEntry entry(byte[] block, char type, Map<String, String> extended, byte[] header) throws IOException {
        TarEntry.Kind kind = switch (type) {
            case '0', '\0' -> TarEntry.Kind.FILE;
            case '1' -> TarEntry.Kind.HARD_LINK;
            case '2' -> TarEntry.Kind.SYMLINK;
            case '3' -> TarEntry.Kind.CHARACTER_DEVICE;
            case '4' -> TarEntry.Kind.BLOCK_DEVICE;
            case '5' -> TarEntry.Kind.DIRECTORY;
            case '6' -> TarEntry.Kind.FIFO;
            default -> throw new BadArchive("a member is of type " + (int) type + ", which no export writes");
        };
        String path = extended.getOrDefault("path", name(block));
        if (kind == TarEntry.Kind.DIRECTORY && path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        String link = extended.getOrDefault("linkpath", terminated(block, 157, 100));
        long size = extended.containsKey("size") ? decimal(extended.get("size")) : number(block, 124, 12);
        if (kind != TarEntry.Kind.FILE && size != 0) {
            throw new BadArchive("its " + shown(path) + " is no file and has content");
        }
        left = size;
        padding = paddingOf(size);
        boolean links = kind == TarEntry.Kind.HARD_LINK || kind == TarEntry.Kind.SYMLINK;
        return new TarEntry(path, kind, links ? link : "", size, number(block, 329, 8), number(block, 337, 8), header);
    }

    /** A member's name; the prefix exists in POSIX headers only, GNU keeps times there. */
    private static String name(byte[] block) {
        String name = terminated(block, 0, 100);
        boolean posix = block[262] == 0;
        String prefix = posix ? terminated(block, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static void check(byte[] block) throws BadArchive {
        String magic = new String(block, 257, 8, StandardCharsets.ISO_8859_1);
        if (!magic.equals("ustar\00000") && !magic.equals("ustar  \0")) {
            throw new BadArchive("a header is not tar's");
        }
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : block[i] & 0xff;
        }
        if (sum != number(block, 148, 8)) {
            throw new BadArchive("a header's checksum is wrong");
        }
    }

    /** Octal digits, or GNU's base 256. */
    private static long number(byte[] block, int offset, int length) throws BadArchive {
        if ((block[offset] & 0x80) != 0) {
            long value = block[offset] & 0x7f;
            for (int i = 1; i < length; i++) {
                if (value >= 1L << 54) {
                    throw new BadArchive("a header holds a number that is too large");
                }
                value = (value << 8) | (block[offset + i] & 0xff);
            }
            return value;
        }
        String text = terminated(block, offset, length).strip();
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), 8);
            if (digit < 0) {
                throw new BadArchive("a header holds '" + shown(text) + "' for a number");
            }
            value = (value << 3) | digit;
        }
        return value;
    }

    private static long decimal(String text) throws BadArchive {
        if (text.isEmpty() || text.length() > 18 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new BadArchive("a header holds '" + shown(text) + "' for a size");
        }
        return Long.parseLong(text);
    }

    private static String terminated(byte[] bytes, int offset, int length) {
        int end = offset;
        while (end < offset + length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, offset, end - offset, StandardCharsets.ISO_8859_1);
    }

    private static int paddingOf(long size) {
        return (int) ((BLOCK - size % BLOCK) % BLOCK);
    }

    /** A second zero block and nothing but zeros: what comes after the end is for some reader that does not stop there. */
    private void end() throws IOException {
        if (!isZero(block())) {
            throw new BadArchive("something follows its end");
        }
        byte[] buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            for (int i = 0; i < n; i++) {
                if (buffer[i] != 0) {
                    throw new BadArchive("something follows its end");
                }
            }
        }
    }

    private byte[] block() throws IOException {
        return exactly(BLOCK);
    }

    private byte[] exactly(int n) throws IOException {
        byte[] bytes = in.readNBytes(n);
        if (bytes.length < n) {
            throw truncated();
        }
        return bytes;
    }

    private void skip(long n) throws IOException {
        try {
            in.skipNBytes(n);
        } catch (EOFException e) {
            throw truncated();
        }
    }

    private static BadArchive truncated() {
        return new BadArchive("it is cut off");
    }

    private static boolean isZero(byte[] block) {
        for (byte b : block) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private static String shown(String text) {
        return dev.box.core.text.Untrusted.line(text);
    }
}
