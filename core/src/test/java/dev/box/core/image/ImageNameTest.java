package dev.box.core.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ImageNameTest {

    @Test
    void an_image_of_the_server_has_a_local_alias_for_each_way_it_can_come() {
        ImageName name = ImageName.of("images:debian/13/cloud");
        assertThat(name.remote()).isTrue();
        assertThat(name.builtAlias(ImageType.CONTAINER)).isEqualTo("box/debian/13/cloud");
        assertThat(name.builtAlias(ImageType.VM)).isEqualTo("box/debian/13/cloud/vm");
        assertThat(name.fetchedAlias(ImageType.CONTAINER)).isEqualTo("box/images/debian/13/cloud");
        assertThat(name.fetchedAlias(ImageType.VM)).isEqualTo("box/images/debian/13/cloud/vm");
    }

    @Test
    void any_other_name_is_a_local_alias() {
        assertThat(ImageName.of("local:mine").alias()).isEqualTo("mine");
        assertThat(ImageName.of("mine").remote()).isFalse();
    }
}
