package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.box.BoxName;
import dev.box.core.box.Stamp;
import dev.box.core.image.ResolvedImage;
import dev.box.core.settings.Settings;
import dev.box.core.template.Resources;
import dev.box.core.template.Template;
import dev.box.incus.InstanceRequest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MintPlanTest {

    private static final String FINGERPRINT = "c561208f66defb587fad594503b462de1e571a28c25046a8056717ad917ca0b7";
    private static final PackageSources NO_SOURCES = new PackageSources("", "", "", "");
    private static final Stack STACK = new Stack("root", "default", "btrfs", Set.of());

    @Test
    void a_box_is_on_the_placement_profile_alone_and_minting_from_its_first_moment() {
        InstanceRequest request = plan(Mode.CONTAINER, Resources.UNSET).request(STACK);
        assertThat(request.profiles()).containsExactly("box-net");
        assertThat(request.devices()).isEmpty();
        assertThat(request.config())
                .containsEntry("user.box", "1")
                .containsEntry("user.box.state", "minting")
                .containsEntry("user.box.mode.asked", "auto")
                .containsEntry("user.box.image.fingerprint", FINGERPRINT)
                .containsEntry("cloud-init.user-data", "#cloud-config\nusers: []\n");
        assertThat(Stamp.read(request.config()).orElseThrow().user()).isEqualTo("dev");
        assertThat(request.source().fingerprint()).isEqualTo(FINGERPRINT);
    }

    @Test
    void a_template_sets_no_security_key_and_each_mode_has_its_own() {
        assertThat(plan(Mode.CONTAINER, Resources.UNSET).request(STACK).config())
                .containsEntry("security.nesting", "true")
                .doesNotContainKey("security.secureboot")
                .doesNotContainKey("security.privileged");
        InstanceRequest vm = plan(Mode.VM, Resources.UNSET).request(STACK);
        assertThat(vm.type()).isEqualTo("virtual-machine");
        assertThat(vm.config()).containsEntry("security.secureboot", "false").doesNotContainKey("security.nesting");
    }

    @Test
    void a_vm_has_a_root_size_and_a_container_only_where_someone_asked() {
        assertThat(plan(Mode.VM, Resources.UNSET).request(STACK).devices())
                .containsEntry("root", Map.of("type", "disk", "path", "/", "pool", "default", "size", "20GiB"));
        assertThat(plan(Mode.CONTAINER, new Resources("", "", "3GiB"))
                        .request(STACK)
                        .devices()
                        .get("root"))
                .containsEntry("size", "3GiB");
    }

    @Test
    void of_the_hosts_settings_only_its_package_sources_go_in_and_the_templates_user_data_stays_verbatim() {
        MintPlan plan = plan(Mode.CONTAINER, Resources.UNSET, new PackageSources("http://m.test/debian", "", "", ""));
        assertThat(plan.request(STACK).config())
                .containsEntry("cloud-init.vendor-data", plan.sources().vendorData())
                .containsEntry("cloud-init.user-data", "#cloud-config\nusers: []\n");
        assertThat(plan(Mode.CONTAINER, Resources.UNSET).request(STACK).config())
                .doesNotContainKey("cloud-init.vendor-data");
    }

    @Test
    void a_flag_wins_over_the_environment_that_over_the_template_that_over_the_default() {
        Settings settings = Settings.of(Map.of("BOX_CPU", "6", "BOX_MEMORY", "6GiB"));
        Resources resources = MintPlan.resources(
                new Resources("8", "", ""), settings, template(new Resources("2", "2GiB", "2GiB")), Mode.VM);
        assertThat(resources).isEqualTo(new Resources("8", "6GiB", "2GiB"));
        assertThat(MintPlan.resources(
                        Resources.UNSET, Settings.of(Map.of()), template(Resources.UNSET), Mode.CONTAINER))
                .isEqualTo(new Resources("2", "4GiB", ""));
    }

    private static MintPlan plan(Mode mode, Resources flags) {
        return plan(mode, flags, NO_SOURCES);
    }

    private static MintPlan plan(Mode mode, Resources flags, PackageSources sources) {
        Template template = template(Resources.UNSET);
        return new MintPlan(
                BoxName.of("work"),
                template,
                Mode.AUTO,
                mode,
                new ResolvedImage(template.image(), FINGERPRINT, ResolvedImage.Source.BUILT),
                MintPlan.resources(flags, Settings.of(Map.of()), template, mode),
                sources,
                "0.1.0",
                "2026-11-30T10:00:00Z",
                "");
    }

    private static Template template(Resources resources) {
        return Samples.template("blank", resources, false);
    }

    static final class Samples {
        private Samples() {}

        static Template template(String name, Resources resources, boolean requiresVm) {
            return new Template(
                    name,
                    Template.Origin.SHIPPED,
                    "",
                    "images:debian/13/cloud",
                    "dev",
                    resources,
                    requiresVm,
                    false,
                    "",
                    "",
                    "#cloud-config\nusers: []\n",
                    Optional.empty(),
                    Optional.empty());
        }
    }

    @Test
    void aVmGetsNoMoreCpusThanThereAre() {
        assertThat(new Resources("2", "4GiB", "20GiB").withCpuAtMost(1)).isEqualTo(new Resources("1", "4GiB", "20GiB"));
        assertThat(new Resources("2", "4GiB", "").withCpuAtMost(2).cpu()).isEqualTo("2");
        assertThat(Resources.UNSET.withCpuAtMost(1)).isEqualTo(Resources.UNSET);
    }
}
