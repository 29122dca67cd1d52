package dev.box.core.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ImageBuilderTest {

    private static final DebianMirror MIRROR = new DebianMirror("http://mirror.test/debian");

    private static String recipe(ImageType type) {
        return new ImageBuilder(MIRROR, type).recipe();
    }

    @Test
    void both_forms_are_one_debian_and_a_vm_gets_besides_what_a_machine_needs() {
        String container = recipe(ImageType.CONTAINER);
        String vm = recipe(ImageType.VM);
        assertThat(container)
                .contains("cloud-init,")
                .contains("policy: enabled")
                .doesNotContain("incus-agent");
        assertThat(vm).contains("cloud-init,").contains("policy: enabled").contains("incus-agent");
        assertThat(vm).as("modules are a container's host's").doesNotContain("systemd-modules-load");
    }

    @Test
    void the_kernel_of_a_vm_is_one_that_the_agent_can_be_handed_to() {
        assertThat(recipe(ImageType.VM))
                .as("Debian's kernel for clouds has no 9p")
                .containsPattern("[, =]linux-image-(amd64|arm64)[, ]")
                .doesNotContain("linux-image-cloud");
    }

    @Test
    void no_form_of_the_image_has_a_password_or_knows_the_name_of_a_vms_network_card() {
        assertThat(recipe(ImageType.VM)).doesNotContain("chpasswd").doesNotContain("eth0");
    }

    @Test
    void the_name_of_the_root_file_tells_the_form() {
        for (ImageType type : ImageType.values()) {
            assertThat(ImageType.ofRoot(Path.of("/srv/img", type.root()))).isEqualTo(type);
        }
    }
}
