package dev.box.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DebianMirrorTest {

    @Test
    void theSettingWins() {
        Settings settings = Settings.of(Map.of("BOX_MIRROR", "http://mirror.test/debian/"));

        assertThat(DebianMirror.find(settings, Deadline.seconds(5)).url()).isEqualTo("http://mirror.test/debian");
    }

    @Test
    void otherwiseTheFirstDebianArchiveThatAptUses() {
        DebianMirror mirror = DebianMirror.among(
                List.of("http://tools.test/apt/", "http://mirror.test/debian-security/", "http://mirror.test/debian/"));

        assertThat(mirror.url()).isEqualTo("http://mirror.test/debian");
        assertThat(mirror.sourceLine()).endsWith("http://mirror.test/debian trixie main");
    }

    @Test
    void aMachineWithoutOneIsToldHowToNameOne() {
        assertThatThrownBy(() -> DebianMirror.among(List.of("http://mirror.test/ubuntu/")))
                .isInstanceOfSatisfying(
                        BoxFailure.Failed.class,
                        failure -> assertThat(failure.advice()).contains("BOX_MIRROR="));
    }
}
