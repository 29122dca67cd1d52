package dev.box.core.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ImageToolsTest {

    @Test
    void only_the_programs_of_the_asked_form_are_asked_for() {
        assertThat(ImageTools.of(ImageType.CONTAINER)).containsOnlyKeys("mmdebstrap", "unshare", "tar2sqfs");
        assertThat(ImageTools.of(ImageType.VM))
                .containsOnlyKeys("mmdebstrap", "unshare", "mke2fs", "sfdisk", "mkfs.vfat", "mcopy", "qemu-img");
    }
}
