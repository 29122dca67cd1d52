package dev.box.core.transfer;

import dev.box.core.failure.BoxFailure;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that should be an export. It is read twice: once to check it, then again to be passed on with the host's truth in
 * place of its descriptions, and checked again on the way, member by member before each is passed on: whatever happens to
 * the file in between, the daemon gets nothing that was not checked.
 */
final class Archive {

    private static final String INDEX = "backup/index.yaml";
    private static final int MAGIC = 262;
    private static final int COPY = 1 << 16;

    private final Path file;
    private final long most;

    /** {@code most} is how many bytes it may unpack to: a small file can say a lot. */
    Archive(Path file, long most) {
        this.file = file;
        this.most = most;
    }

    /** What stands in for the file's own descriptions. */
    interface Replacement {
        HostsTruth of(Manifest manifest) throws BadArchive;
    }

    /** Told the compressed bytes read so far, of the file's size. */
    interface Read {
        void at(long bytes, long of);
    }

    /** Reads all of it. Throws {@link BadArchive} for what is none, and {@link IOException} if it cannot be read. */
    Manifest check(Read read) throws IOException {
        return pass(read, null, OutputStream.nullOutputStream());
    }

    /** Writes it as a plain tar to {@code sink}, which is not closed. */
    void rewrite(Read read, Replacement replacement, OutputStream sink) throws IOException {
        pass(read, replacement, sink);
    }

    private Manifest pass(Read read, @Nullable Replacement replacement, OutputStream sink) throws IOException {
        long size = Files.size(file);
        try (InputStream raw = new Metered(Files.newInputStream(file), Long.MAX_VALUE, n -> read.at(n, size));
                InputStream unpacked = new Metered(unpack(new BufferedInputStream(raw, COPY)), most, n -> {})) {
            return members(new TarReader(unpacked), replacement, sink);
        } catch (java.util.zip.ZipException | java.io.EOFException e) {
            throw new BadArchive("it is cut off or broken: " + e.getMessage());
        }
    }

    private static Manifest members(TarReader tar, @Nullable Replacement replacement, OutputStream sink)
            throws IOException {
        TarEntry first = tar.next().orElseThrow(() -> new BadArchive("it is empty"));
        if (!first.path().equals(INDEX) || first.kind() != TarEntry.Kind.FILE) {
            throw new BadArchive("it is no Incus backup: it does not begin with " + INDEX);
        }
        Manifest manifest = Manifest.read(tar.content(first, Manifest.MOST_BYTES));
        String description = "";
        if (replacement != null) {
            HostsTruth truth = replacement.of(manifest);
            description = truth.backup();
            TarText.write(sink, INDEX, truth.index());
        }
        ArchiveRules rules = new ArchiveRules(manifest);
        for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
            TarEntry entry = next.get();
            rules.check(entry);
            pass(tar, entry, replacement == null ? "" : description, sink);
        }
        rules.checkComplete();
        sink.write(new byte[2 * TarReader.BLOCK]);
        return manifest;
    }

    private static void pass(TarReader tar, TarEntry entry, String description, OutputStream sink) throws IOException {
        boolean guests = entry.path().contains("/rootfs/");
        if (!guests && entry.path().endsWith("/backup.yaml")) {
            tar.content(entry, Manifest.MOST_BYTES);
            TarText.write(sink, entry.path(), description);
            return;
        }
        sink.write(entry.header());
        if (!guests && entry.path().endsWith("/metadata.yaml")) {
            byte[] metadata = tar.content(entry, Manifest.MOST_BYTES);
            ArchiveRules.checkTemplates(metadata);
            sink.write(metadata);
        } else {
            byte[] buffer = new byte[COPY];
            for (int n = tar.read(buffer); n >= 0; n = tar.read(buffer)) {
                sink.write(buffer, 0, n);
            }
        }
        sink.write(new byte[(int) ((TarReader.BLOCK - entry.size() % TarReader.BLOCK) % TarReader.BLOCK)]);
    }

    /** By what the file begins with; a name proves nothing. */
    private InputStream unpack(BufferedInputStream in) throws IOException {
        in.mark(MAGIC + 1);
        byte[] head = in.readNBytes(MAGIC);
        in.reset();
        if (begins(head, 0x1f, 0x8b)) {
            return new GZIPInputStream(in, COPY);
        }
        if (begins(head, 0x28, 0xb5, 0x2f, 0xfd)) {
            throw needs("zstd");
        }
        if (begins(head, 0xfd, '7', 'z', 'X', 'Z')) {
            throw needs("xz");
        }
        boolean tar = head.length == MAGIC
                && new String(Arrays.copyOfRange(head, 257, MAGIC), StandardCharsets.ISO_8859_1).equals("ustar");
        if (!tar) {
            throw new BadArchive("it is neither gzip nor tar");
        }
        return in;
    }

    private BoxFailure needs(String program) {
        return new BoxFailure.Refused(
                "reading " + file,
                "it is compressed with " + program + "; box reads gzip and plain tar",
                program + " -d " + file);
    }

    private static boolean begins(byte[] head, int... magic) {
        for (int i = 0; i < magic.length; i++) {
            if (head.length <= i || (head[i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
