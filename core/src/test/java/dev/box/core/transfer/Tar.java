package dev.box.core.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;

/** Builds archives member by member, good and hostile ones. */
final class Tar {

    static final String INDEX = """
            name: work
            backend: btrfs
            pool: default
            snapshots:
            - s1
            optimized: false
            optimized_header: false
            type: container
            config:
              container:
                architecture: x86_64
                name: work
                config:
                  user.box: "1"
                  user.box.template: blank
                  user.box.machine-id: "20330c71021b446688f7158de3d05a59"
                  limits.cpu: "2"
                  volatile.last_state.idmap: '[]'
                devices: {}
                profiles:
                - box-net
              snapshots:
              - name: s1
                config:
                  user.box: "1"
                devices: {}
            """;

    private static final String METADATA = """
            templates:
              /etc/hostname:
                when: [create]
                template: hostname.tpl
            """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** What an export looks like, up to the first file of the guest. */
    static Tar export(UnaryOperator<String> index) {
        Tar tar = new Tar().file("backup/index.yaml", index.apply(INDEX)).directory("backup/snapshots");
        for (String root : new String[] {"backup/snapshots/s1", "backup/container"}) {
            tar.directory(root)
                    .file(root + "/backup.yaml", "container: {}\n")
                    .file(root + "/metadata.yaml", METADATA)
                    .directory(root + "/rootfs")
                    .directory(root + "/rootfs/etc")
                    .file(root + "/rootfs/etc/motd", "hello\n")
                    .directory(root + "/templates")
                    .file(root + "/templates/hostname.tpl", "{{ container.name }}\n");
        }
        return tar;
    }

    static Tar export() {
        return export(UnaryOperator.identity());
    }

    Tar file(String path, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return member(path, '0', "", bytes.length, 0, 0).raw(bytes);
    }

    Tar directory(String path) {
        return member(path + "/", '5', "", 0, 0, 0);
    }

    Tar symlink(String path, String target) {
        return member(path, '2', target, 0, 0, 0);
    }

    Tar hardLink(String path, String target) {
        return member(path, '1', target, 0, 0, 0);
    }

    Tar device(String path, char type, int major, int minor) {
        return member(path, type, "", 0, major, minor);
    }

    Tar member(String path, char type, String link, long size, int major, int minor) {
        byte[] block = new byte[512];
        put(block, 0, path);
        put(block, 100, "0000644\0");
        put(block, 108, "0000000\0");
        put(block, 116, "0000000\0");
        put(block, 124, String.format("%011o\0", size));
        put(block, 136, "00000000000\0");
        put(block, 148, "        ");
        put(block, 156, String.valueOf(type));
        put(block, 157, link);
        put(block, 257, "ustar\00000");
        put(block, 329, String.format("%07o\0", major));
        put(block, 337, String.format("%07o\0", minor));
        long sum = 0;
        for (byte b : block) {
            sum += b & 0xff;
        }
        put(block, 148, String.format("%06o\0 ", sum));
        out.writeBytes(block);
        return this;
    }

    /** A pax header for the next member; each record without its length. */
    Tar pax(String... records) {
        StringBuilder all = new StringBuilder();
        for (String record : records) {
            int length = record.length() + 2;
            while (String.valueOf(length).length() + record.length() + 2 != length) {
                length++;
            }
            all.append(length).append(' ').append(record).append('\n');
        }
        byte[] body = all.toString().getBytes(StandardCharsets.ISO_8859_1);
        return member("PaxHeaders.0/x", 'x', "", body.length, 0, 0).raw(body);
    }

    /** Content, padded. */
    Tar raw(byte[] bytes) {
        out.writeBytes(bytes);
        out.writeBytes(new byte[(512 - bytes.length % 512) % 512]);
        return this;
    }

    byte[] ended() {
        out.writeBytes(new byte[1024]);
        return out.toByteArray();
    }

    byte[] unended() {
        return out.toByteArray();
    }

    static Path gzip(Path file, byte[] bytes) throws IOException {
        try (GZIPOutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            gzip.write(bytes);
        }
        return file;
    }

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }
}
