package dev.box.lab.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Names a built thing by everything that decides its content.
 *
 * @param kind e.g. {@code host-rootfs}
 * @param hash SHA-256 in hex over the inputs
 */
public record CacheKey(String kind, String hash) {

    private static final int SHORT = 12;

    /** Each input counts by itself: moving text from one to the next makes another key. */
    public static CacheKey of(String kind, List<String> inputs) {
        MessageDigest sha256 = sha256();
        for (String input : inputs) {
            byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
            sha256.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            sha256.update(bytes);
        }
        return new CacheKey(kind, HexFormat.of().formatHex(sha256.digest()));
    }

    /** SHA-256 of a file that fits into memory, in hex. */
    static String sha256(Path file) throws IOException {
        return HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public String shortHash() {
        return hash.substring(0, SHORT);
    }

    String directory() {
        return kind + "-" + shortHash();
    }
}
