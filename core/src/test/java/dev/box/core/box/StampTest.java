package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StampTest {

    private static final Stamp FULL = new Stamp(
            1,
            "0.1.0",
            "2026-11-30T10:00:00Z",
            "blank",
            "dev",
            "images:debian/13/cloud",
            "c561",
            "container",
            "auto",
            "clone",
            "work/pristine",
            "0dbdcb14c12942f98975f303e526835a",
            Stamp.Mark.MINTING);

    @Test
    void reads_back_what_it_wrote() {
        assertThat(Stamp.read(FULL.toConfig())).contains(FULL);
    }

    @Test
    void writes_the_tag() {
        assertThat(FULL.toConfig()).containsEntry("user.box", "1").containsEntry("user.box.state", "minting");
    }

    @Test
    void an_instance_without_the_tag_has_none() {
        assertThat(Stamp.read(Map.of("user.box.template", "blank"))).isEmpty();
        assertThat(Stamp.read(Map.of("user.box", ""))).isEmpty();
        assertThat(Stamp.read(Map.of("user.box", "0", "user.claudebox", "0"))).isEmpty();
    }

    @Test
    void the_predecessors_tag_is_honoured_and_means_its_user() {
        Stamp stamp = Stamp.read(Map.of("user.claudebox", "1")).orElseThrow();
        assertThat(stamp.user()).isEqualTo("claude");
        assertThat(stamp.template()).isEqualTo("claude");
        assertThat(stamp.state()).isEqualTo(Stamp.Mark.WHOLE);
    }

    @Test
    void a_newer_schema_reads_as_what_is_understood() {
        Map<String, String> config = new HashMap<>(FULL.toConfig());
        config.put("user.box.schema", "7");
        config.put("user.box.state", "hibernating");
        config.put("user.box.colour", "green");
        Stamp stamp = Stamp.read(config).orElseThrow();
        assertThat(stamp.isNewer()).isTrue();
        assertThat(stamp.template()).isEqualTo("blank");
        assertThat(stamp.state()).isEqualTo(Stamp.Mark.UNKNOWN);
        assertThat(FULL.isNewer()).isFalse();
    }

    @Test
    void a_schema_that_is_no_number_is_a_newer_one() {
        assertThat(Stamp.read(Map.of("user.box", "1", "user.box.schema", "2b"))
                        .orElseThrow()
                        .isNewer())
                .isTrue();
    }
}
