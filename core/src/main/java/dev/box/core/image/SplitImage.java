package dev.box.core.image;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** An image in two files, a metadata archive and a root file system. */
final class SplitImage {

    private SplitImage() {}

    /** The fingerprint that the daemon will give it: SHA-256 over the first file, then the second. */
    static String fingerprint(Path metadata, Path rootfs) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            update(digest, metadata);
            update(digest, rootfs);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void update(MessageDigest digest, Path file) {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        } catch (IOException e) {
            throw new BoxFailure.Failed("reading image file " + file, String.valueOf(e), "box image build", e);
        }
    }
}
