package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.box.BoxName;
import dev.box.core.box.StampKey;
import dev.box.core.failure.BoxFailure;
import dev.box.core.template.Resources;
import dev.box.core.template.Template;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What decides, without a daemon, whether something is copied. */
class WarmBaseRulesTest {

    private static final Stack BTRFS = new Stack("root", "default", "btrfs", Set.of());

    @Test
    void any_change_to_what_a_base_is_made_from_is_another_base() {
        PackageSources sources = new PackageSources("http://m.test/debian", "", "", "");
        String key = WarmBases.key("content", "fingerprint", sources, "1.0");
        assertThat(key).hasSize(64).isEqualTo(WarmBases.key("content", "fingerprint", sources, "1.0"));
        assertThat(WarmBases.key("content2", "fingerprint", sources, "1.0")).isNotEqualTo(key);
        assertThat(WarmBases.key("content", "fingerprint2", sources, "1.0")).isNotEqualTo(key);
        assertThat(WarmBases.key("content", "fingerprint", sources, "1.1")).isNotEqualTo(key);
        assertThat(WarmBases.key("content", "fingerprint", new PackageSources("", "", "", ""), "1.0"))
                .isNotEqualTo(key);
    }

    @Test
    void only_containers_on_a_pool_that_copies_on_write_have_bases() {
        Template blank = MintPlanTest.Samples.template("blank", Resources.UNSET, false);
        assertThat(WarmBases.suits(blank, Mode.CONTAINER, BTRFS)).isTrue();
        assertThat(WarmBases.suits(blank, Mode.VM, BTRFS)).isFalse();
        assertThat(WarmBases.suits(blank, Mode.CONTAINER, new Stack("root", "default", "dir", Set.of())))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#cloud-config\nbootcmd: [echo]\n",
                "#cloud-config\nruncmd: [x]\ncloud_final_modules: [[scripts-user, always]]\n",
                "## template: jinja\n#cloud-config\n",
                "Content-Type: multipart/mixed\n",
                "#include\nhttps://example.org/\n"
            })
    void what_cloud_init_may_have_to_do_at_every_boot_is_not_switched_off(String userData) {
        assertThat(CloudInit.worksAtEachBoot(userData)).isTrue();
    }

    @Test
    void plain_first_boot_work_is_not_repeated() {
        assertThat(CloudInit.worksAtEachBoot("")).isFalse();
        assertThat(CloudInit.worksAtEachBoot("#cloud-config\nusers: []\nruncmd: [[true]]\n"))
                .isFalse();
    }

    @Test
    void a_mint_is_under_way_as_long_as_its_process_lives() {
        String self = Minter.self();
        String longAgo = "2020-01-01T00:00:00Z";
        assertThat(Minter.isGone(Map.of(StampKey.MINTER.key(), self), longAgo)).isFalse();
        assertThat(Minter.isGone(Map.of(StampKey.MINTER.key(), self + "1"), longAgo))
                .as("the same process id, started at another time")
                .isTrue();
        assertThat(Minter.isGone(
                        Map.of(StampKey.MINTER.key(), self.replaceFirst("[0-9]+ [0-9]+$", "4194305 1")), longAgo))
                .isTrue();
    }

    @Test
    void a_mint_that_cannot_be_looked_at_is_given_an_hour() {
        Map<String, String> elsewhere = Map.of(StampKey.MINTER.key(), "boot ns 1 1");
        assertThat(Minter.isGone(elsewhere, Instant.now().toString())).isFalse();
        assertThat(Minter.isGone(elsewhere, Instant.now().minusSeconds(3700).toString()))
                .isTrue();
        assertThat(Minter.isGone(Map.of(), "no time at all")).isFalse();
    }

    @Test
    void a_clone_is_of_a_box_or_of_one_of_its_snapshots() {
        BoxName name = BoxName.of("b");
        assertThat(CloneRequest.of(name, "a", "").from()).isEqualTo("a");
        assertThat(CloneRequest.of(name, "a/s", "").snapshot()).isEqualTo("s");
        assertThatThrownBy(() -> CloneRequest.of(name, "a/", "")).isInstanceOf(BoxFailure.Refused.class);
        assertThatThrownBy(() -> CloneRequest.of(name, "a/b/c", "")).isInstanceOf(BoxFailure.Refused.class);
    }
}
