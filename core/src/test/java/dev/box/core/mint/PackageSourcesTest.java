package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackageSourcesTest {

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void without_any_setting_nothing_goes_into_a_guest() {
        PackageSources sources = of(Map.of());
        assertThat(sources.isEmpty()).isTrue();
        assertThat(sources.vendorData()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://m.test/debian",
                "m.test/debian",
                "https://",
                "file:///etc",
                "https://m.test/'$(id)'",
                "https://m.test/a b",
                "https://m.test/?token=x",
                "https://m.test/ä"
            })
    void what_is_no_plain_web_address_is_refused(String url) {
        assertThatThrownBy(() -> of(Map.of("BOX_APT_MIRROR", url)))
                .isInstanceOf(BoxFailure.Refused.class)
                .message()
                .startsWith("reading BOX_APT_MIRROR: ");
    }

    @Test
    void a_password_is_refused_and_not_repeated() {
        assertThatThrownBy(() -> of(Map.of("BOX_NPM_REGISTRY", "https://me:secret@m.test/npm")))
                .isInstanceOf(BoxFailure.Refused.class)
                .message()
                .contains("nothing secret goes into a box")
                .doesNotContain("secret@");
    }

    @Test
    void what_is_no_file_of_certificates_alone_is_refused() throws IOException {
        assertThatThrownBy(() -> of(Map.of("BOX_CA_CERTIFICATE", "ca.pem")))
                .message()
                .contains("is not an absolute path");
        assertThatThrownBy(() -> of(Map.of("BOX_CA_CERTIFICATE", "/no/such")))
                .message()
                .contains("/no/such cannot be read");
        for (String text :
                List.of("", "root:x:0:0\n", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")) {
            Path file = Files.writeString(directory.resolve("ca.pem"), text);
            assertThatThrownBy(() -> of(Map.of("BOX_CA_CERTIFICATE", file.toString())))
                    .as(text)
                    .isInstanceOf(BoxFailure.Refused.class);
        }
        Path key = Files.writeString(directory.resolve("key.pem"), "-----BEGIN PRIVATE KEY-----\n");
        assertThatThrownBy(() -> of(Map.of("BOX_CA_CERTIFICATE", key.toString())))
                .message()
                .contains("holds a private key");
    }

    @Test
    void what_the_shipped_templates_install_can_be_read_for_a_mirror() {
        TemplatePackages packages = TemplatePackages.ofShipped();
        assertThat(packages.debian()).contains("docker.io", "gh", "git", "nodejs", "ripgrep");
        assertThat(packages.npm())
                .contains("@anthropic-ai/claude-code", "@google/gemini-cli", "@openai/codex", "opencode-ai")
                .anySatisfy(name -> assertThat(name).matches("npm@[0-9.]+"));
    }

    private static PackageSources of(Map<String, String> environment) {
        return PackageSources.of(Settings.of(environment));
    }
}
