package dev.box.core.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplatesTest {

    private static final String ENV = "BOX_IMAGE=\"images:debian/13/cloud\"\nBOX_USER=\"dev\"\n";

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private Templates templates = Templates.searching(directory, directory);

    @BeforeEach
    void search() {
        templates = Templates.searching(directory.resolve("user"), directory.resolve("host"));
    }

    @Test
    void blank_is_shipped_and_bare() {
        Template blank = templates.find("blank");
        assertThat(blank.origin()).isEqualTo(Template.Origin.SHIPPED);
        assertThat(blank.user()).isEqualTo("dev");
        assertThat(blank.image()).isEqualTo("images:debian/13/cloud");
        assertThat(blank.userData()).startsWith("#cloud-config\n").doesNotContain("packages");
        assertThat(blank.provision()).isEmpty();
    }

    @Test
    void every_shipped_template_is_well_formed_and_what_it_provisions_it_also_verifies() {
        assertThat(templates.list())
                .allSatisfy(listed -> assertThat(listed.fault()).isEmpty());
        assertThat(templates.list())
                .extracting(Templates.Listed::name)
                .containsExactly("blank", "claude", "codex", "docker", "gemini", "opencode", "server");
        for (Templates.Listed listed : templates.list()) {
            Template template = templates.find(listed.name());
            assertThat(template.verify().isEmpty())
                    .as(listed.name())
                    .isEqualTo(template.provision().isEmpty());
        }
        assertThat(templates.find("server").requiresVm()).isTrue();
        assertThat(templates.find("codex").agentContext())
                .isEqualTo(templates.find("claude").agentContext());
        assertThat(templates.find("codex").agentContext().orElseThrow()).contains("box setup-host", ".box/");
    }

    @Test
    void the_predecessors_names_lead_to_their_successors_unless_somebody_has_such_a_template() throws IOException {
        assertThat(templates.current("claude-box")).isEqualTo("claude");
        assertThat(templates.current("codex-box")).isEqualTo("codex");
        assertThat(templates.current("staging-box")).isEqualTo("server");
        assertThat(templates.current("blank")).isEqualTo("blank");
        write("user", "claude-box", ENV);
        assertThat(templates.current("claude-box")).isEqualTo("claude-box");
        assertThat(templates.loginHint("claude")).contains("claude");
        assertThat(templates.loginHint("gone")).isEmpty();
    }

    @Test
    void the_users_template_wins_over_the_hosts_and_that_over_the_shipped_one() throws IOException {
        write("host", "blank", ENV + "BOX_DESCRIPTION=\"of the host\"");
        assertThat(templates.find("blank").origin()).isEqualTo(Template.Origin.HOST);
        write("user", "blank", ENV + "BOX_DESCRIPTION=\"mine\"");
        assertThat(templates.find("blank").description()).isEqualTo("mine");
        assertThat(templates.list()).filteredOn(t -> t.name().equals("blank")).hasSize(1);
    }

    @Test
    void a_broken_template_is_listed_with_its_fault_and_refused() throws IOException {
        write("user", "bad", ENV + "BOX_NETWORK=\"lan\"");
        assertThat(templates.list())
                .filteredOn(t -> t.name().equals("bad"))
                .singleElement()
                .satisfies(t -> assertThat(t.fault()).contains("unknown key 'BOX_NETWORK'"));
        assertThatThrownBy(() -> templates.find("bad")).isInstanceOf(BoxFailure.Refused.class);
    }

    @Test
    void a_template_needs_an_image_a_user_and_user_data() throws IOException {
        write("user", "noimage", "BOX_USER=\"dev\"");
        assertThatThrownBy(() -> templates.find("noimage")).message().contains("BOX_IMAGE is missing");
        write("user", "nodata", ENV);
        Files.delete(directory.resolve("user/nodata/user-data.yaml"));
        assertThatThrownBy(() -> templates.find("nodata")).message().contains("the file is missing");
        write("user", "nouser", "BOX_IMAGE=\"x\"\nBOX_USER=\"../x\"");
        assertThatThrownBy(() -> templates.find("nouser")).message().contains("is no user name");
    }

    @Test
    void the_files_are_taken_verbatim() throws IOException {
        write("user", "full", ENV);
        Files.writeString(directory.resolve("user/full/provision.sh"), "#!/bin/sh\nexit 0\n");
        Files.writeString(directory.resolve("user/full/agent-context.md"), "# In a box\n");
        Template full = templates.find("full");
        assertThat(full.userData()).isEqualTo("#cloud-config\n{}\n");
        assertThat(full.provision()).contains("#!/bin/sh\nexit 0\n");
        assertThat(full.agentContext()).contains("# In a box\n");
    }

    @Test
    void a_name_cannot_lead_out_of_the_directory() throws IOException {
        write("user", "x", ENV);
        for (String name : List.of("../user/x", "x/.", "", ".", "-x", "x\u0000")) {
            assertThatThrownBy(() -> templates.find(name))
                    .isInstanceOf(BoxFailure.Refused.class)
                    .message()
                    .contains("no such template; there is: blank claude codex docker gemini opencode server x");
        }
    }

    @Test
    void the_index_of_shipped_templates_names_exactly_their_directories() throws IOException, URISyntaxException {
        var index = ShippedSource.class.getResource("shipped/index");
        assertThat(index).isNotNull();
        try (Stream<Path> entries = Files.list(Path.of(index.toURI()).resolveSibling("."))) {
            List<String> directories = entries.filter(Files::isDirectory)
                    .map(path -> path.normalize().getFileName().toString())
                    .sorted()
                    .toList();
            assertThat(new ShippedSource().names()).containsExactlyElementsOf(directories);
        }
    }

    private void write(String origin, String name, String env) throws IOException {
        Path template = Files.createDirectories(directory.resolve(origin).resolve(name));
        Files.writeString(template.resolve("box.env"), env);
        Files.writeString(template.resolve("user-data.yaml"), "#cloud-config\n{}\n");
    }
}
