package dev.box.core.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitImageTest {

    @Test
    void the_fingerprint_is_over_metadata_then_rootfs(@TempDir Path directory) throws IOException {
        Path metadata = Files.writeString(directory.resolve("m"), "ab");
        Path rootfs = Files.writeString(directory.resolve("r"), "c");
        // printf abc | sha256sum
        assertThat(SplitImage.fingerprint(metadata, rootfs))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
