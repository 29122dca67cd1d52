package dev.box.core.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes a text as a member of a tar archive: a plain file of root's that root alone may read. */
final class TarText {

    private TarText() {}

    static void write(OutputStream sink, String path, String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        sink.write(header(path, content.length));
        sink.write(content);
        sink.write(new byte[(TarReader.BLOCK - content.length % TarReader.BLOCK) % TarReader.BLOCK]);
    }

    private static byte[] header(String path, int size) throws IOException {
        byte[] block = new byte[TarReader.BLOCK];
        byte[] name = path.getBytes(StandardCharsets.ISO_8859_1);
        int split = name.length <= 100 ? 0 : path.lastIndexOf('/');
        if (split > 155 || name.length - split > 101) {
            throw new BadArchive("a path is too long: " + dev.box.core.text.Untrusted.line(path));
        }
        byte[] prefix = Arrays.copyOfRange(name, 0, split);
        byte[] rest = Arrays.copyOfRange(name, split == 0 ? 0 : split + 1, name.length);
        System.arraycopy(rest, 0, block, 0, rest.length);
        System.arraycopy(prefix, 0, block, 345, prefix.length);
        put(block, 100, "0000400\0");
        put(block, 108, "0000000\0");
        put(block, 116, "0000000\0");
        put(block, 124, String.format("%011o\0", size));
        put(block, 136, "00000000000\0");
        put(block, 148, "        ");
        put(block, 156, "0");
        put(block, 257, "ustar\00000");
        long sum = 0;
        for (byte b : block) {
            sum += b & 0xff;
        }
        put(block, 148, String.format("%06o\0 ", sum));
        return block;
    }

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }
}
