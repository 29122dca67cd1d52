package dev.box.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void the_environment_wins_over_the_users_box_conf_and_that_over_the_hosts_key_by_key() throws IOException {
        host(
                "BOX_NPM_REGISTRY=\"http://host/npm\"\nBOX_APT_MIRROR=\"http://host/debian\"\nBOX_CA_CERTIFICATE=\"/ca\"\n");
        user("BOX_NPM_REGISTRY=\"http://user/npm\"\nBOX_CA_CERTIFICATE=\"\"\n");
        Settings settings = settings(Map.of());
        assertThat(settings.get(Setting.BOX_NPM_REGISTRY)).isEqualTo("http://user/npm");
        assertThat(settings.get(Setting.BOX_APT_MIRROR)).isEqualTo("http://host/debian");
        assertThat(settings.isSet(Setting.BOX_CA_CERTIFICATE)).as("taken back").isFalse();
        assertThat(settings(Map.of("BOX_NPM_REGISTRY", "http://env/npm")).get(Setting.BOX_NPM_REGISTRY))
                .isEqualTo("http://env/npm");
    }

    @Test
    void no_file_is_needed_and_what_is_no_setting_of_the_hosts_is_only_read_from_the_environment() throws IOException {
        assertThat(settings(Map.of()).get(Setting.BOX_APT_MIRROR)).isEmpty();
        host("BOX_DNS=\"9.9.9.9\"\n");
        assertThat(settings(Map.of()).get(Setting.BOX_DNS))
                .as("no file is read for it")
                .isEqualTo("1.1.1.1,8.8.8.8");
        assertThatThrownBy(() -> settings(Map.of()).get(Setting.BOX_APT_MIRROR))
                .isInstanceOf(BoxFailure.Refused.class)
                .message()
                .contains("line 1: unknown key 'BOX_DNS'");
    }

    @Test
    void the_example_holds_every_key_and_each_is_ready_to_be_used() throws IOException {
        String example = Files.readString(Path.of("..", "docs", "box.conf"));
        String used = example.replaceAll("(?m)^#(?=BOX_)", "");
        assertThat(EnvFile.parse("docs/box.conf", example, Setting.class, Setting.inConf(), ""))
                .isEmpty();
        assertThat(EnvFile.parse("docs/box.conf", used, Setting.class, Setting.inConf(), ""))
                .containsOnlyKeys(Setting.inConf());
    }

    private void host(String text) throws IOException {
        Files.writeString(directory.resolve("host.conf"), text);
    }

    private void user(String text) throws IOException {
        Files.writeString(Files.createDirectories(directory.resolve("box")).resolve("box.conf"), text);
    }

    private Settings settings(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("XDG_CONFIG_HOME", directory.toString());
        return Settings.of(environment, directory.resolve("host.conf"));
    }
}
