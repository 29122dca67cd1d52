package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.box.BoxState;
import dev.box.core.box.BoxSummary;
import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.wait.Poll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a template's files and the host's box.conf do to a box; what needs a package mirror is in cli's TemplatesLabTest. */
@Tag("lab")
class ProvisioningLabTest {

    @TempDir
    private Path config = Path.of("set by JUnit");

    private LabHost host = new LabHost(config);

    @BeforeEach
    void connect() throws IOException {
        host = new LabHost(config);
        host.importImage();
        host.dropBases();
    }

    @AfterEach
    void tidy() {
        host.dropBases();
        host.close();
    }

    @Test
    void the_script_is_streamed_and_what_verify_answered_to_the_user_is_told() throws IOException {
        template(
                "tooled",
                Map.of(
                        "box.env", ENV + "BOX_VERIFY=\"mine --version\"\n",
                        "provision.sh", """
                        #!/bin/sh
                        set -eu
                        . "$BOX_LIB"
                        echo first; echo second >&2
                        as_user mkdir -p .local/bin
                        as_user sh -c 'printf "#!/bin/sh\\necho mine 1.2 of \\$(id -un)\\n" >.local/bin/mine'
                        as_user chmod 755 .local/bin/mine
                        place_agent_context .mine/AGENTS.md
                        require mine
                        """,
                        "agent-context.md", "# in a box\n"));
        Recorder told = new Recorder();
        host.mint("told", "tooled", told);
        assertThat(told.news).containsSequence("first", "second");
        assertThat(told.results).contains("mine 1.2 of dev");
        assertThat(host.in("told", "cat /home/dev/.mine/AGENTS.md; stat -c %U:%a /home/dev/.mine /home/dev/.mine/*"))
                .isEqualTo("# in a box\ndev:755\ndev:644");
    }

    @Test
    void a_script_that_fails_is_told_in_the_guests_own_words_and_so_is_a_command_that_it_did_not_install()
            throws IOException {
        assertFails(
                "broken",
                "#!/bin/sh\nset -e\necho going on\ncat /no/such/file\n",
                "",
                "going on\ncat: /no/such/file: No such file or directory");
        assertFails(
                "lacking",
                "#!/bin/sh\nset -e\n. \"$BOX_LIB\"\nrequire sh no-such-tool\n",
                "",
                "no-such-tool is not installed");
        assertFails("liar", "#!/bin/sh\ntrue\n", "BOX_VERIFY=\"no-such-tool --version\"\n", "no-such-tool: not found");
    }

    private void assertFails(String name, String script, String env, String words) throws IOException {
        template(name, Map.of("box.env", ENV + env, "provision.sh", script));
        assertThatThrownBy(() -> host.mint(name, name, Progress.silent()))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .contains(words);
        assertThat(host.boxes.resolve(name, LabHost.soon()).state()).isEqualTo(BoxState.FAILED);
        assertThat(new WarmBases(host.incus).list(LabHost.soon())).isEmpty();
    }

    @Test
    void a_template_with_an_unknown_key_is_refused_by_its_name_and_nothing_is_made() throws IOException {
        template("wide", Map.of("box.env", ENV + "BOX_NETWORK=\"lan\"\n"));
        assertThatThrownBy(() -> host.mint("wide", "wide", Progress.silent()))
                .isInstanceOf(BoxFailure.Refused.class)
                .message()
                .contains("unknown key 'BOX_NETWORK' — a template sets image, user, resources and provisioning; there"
                        + " is no key for a network");
        assertThat(host.incus.instances().find("wide", LabHost.soon())).isEmpty();
    }

    @Test
    void a_change_to_any_of_a_templates_files_or_to_the_package_sources_makes_its_warm_base_stale() throws IOException {
        Map<String, String> files = Map.of(
                "box.env",
                ENV,
                "provision.sh",
                "#!/bin/sh\ntrue\n",
                "agent-context.md",
                "# in a box\n",
                "user-data.yaml",
                USER_DATA);
        Path directory = template("tooled", files);
        host.mint("tooled-1", "tooled", Progress.silent());
        assertThat(warm()).containsExactly("tooled");
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue() + "# changed\n");
            assertThat(warm()).as(file.getKey()).isEmpty();
            assertThat(host.prunable()).extracting(Prune.Candidate::why).containsExactly(Prune.Why.STALE_BASE);
            Files.writeString(directory.resolve(file.getKey()), file.getValue());
            assertThat(warm()).containsExactly("tooled");
        }
        Files.writeString(config.resolve("box/box.conf"), "BOX_NPM_REGISTRY=\"https://npm.test\"\n");
        try (LabHost later = new LabHost(config)) {
            assertThat(later.prune().warmTemplates(LabHost.soon()))
                    .as("box.conf")
                    .isEmpty();
        }
    }

    private List<String> warm() {
        return host.prune().warmTemplates(LabHost.soon());
    }

    @Test
    void killed_while_it_provisions_it_is_shown_as_incomplete_and_pruned() throws IOException, InterruptedException {
        template("slow", Map.of("box.env", ENV, "provision.sh", "#!/bin/sh\n: >/root/begun\nexec sleep infinity\n"));
        host.remember(KilledMint.NAME);
        KilledMint.at("provisioning", config, "mint", "slow", () -> {
            Poll.until(
                    "waiting for the script",
                    LabHost.soon(),
                    () -> host.in(KilledMint.NAME, "ls /root/begun").isEmpty() ? Optional.empty() : Optional.of(true));
            assertThat(host.prunable()).isEmpty();
        });
        assertThat(host.boxes.list(LabHost.soon()))
                .extracting(BoxSummary::name, BoxSummary::state)
                .contains(Tuple.tuple(KilledMint.NAME, BoxState.INCOMPLETE));
        List<Prune.Candidate> found = host.prunable();
        assertThat(found)
                .extracting(Prune.Candidate::name, Prune.Candidate::why)
                .containsExactly(Tuple.tuple(KilledMint.NAME, Prune.Why.KILLED));
        host.prune().remove(found.getFirst(), Progress.silent(), LabHost.soon());
        assertThat(host.incus.instances().find(KilledMint.NAME, LabHost.soon())).isEmpty();
        template("slow", Map.of("box.env", ENV, "provision.sh", "#!/bin/sh\ntrue\n"));
        assertThat(host.mint(KilledMint.NAME, "slow", Progress.silent()).marks())
                .contains("bootstrapped");
    }

    @Test
    void package_sources_are_applied_before_the_templates_own_work_and_nothing_else_of_the_host_goes_in()
            throws IOException {
        Path authority = certificate();
        Files.writeString(
                Files.createDirectories(config.resolve("box")).resolve("box.conf"),
                "BOX_APT_MIRROR=\"https://m.test/debian/\"\nBOX_NPM_REGISTRY=\"https://m.test/npm/\"\n"
                        + "BOX_APT_SECURITY_MIRROR=\"https://m.test/security\"\nBOX_CA_CERTIFICATE=\"" + authority
                        + "\"\n");
        template(
                "early",
                Map.of(
                        "box.env",
                        ENV,
                        "user-data.yaml",
                        USER_DATA + "runcmd: [cp /etc/apt/sources.list.d/box.sources /root/]\n"));
        host.mint("early", "early", Progress.silent());
        assertThat(host.in("early", "ls /etc/apt/sources.list /etc/apt/sources.list.d; cat /root/box.sources"))
                .isEqualTo("""
                        /etc/apt/sources.list.d:
                        box.sources
                        Types: deb
                        URIs: https://m.test/debian
                        Suites: trixie
                        Components: main
                        Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

                        Types: deb
                        URIs: https://m.test/security
                        Suites: trixie-security
                        Components: main
                        Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg""");
        assertThat(host.in("early", "cat ~dev/.npmrc; stat -c %U ~dev/.npmrc"))
                .isEqualTo("registry=https://m.test/npm/\ncafile=/etc/ssl/certs/ca-certificates.crt\ndev");
        String trusted = host.in("early", "cat /etc/ssl/certs/ca-certificates.crt");
        assertThat(trusted)
                .contains(
                        Files.readString(authority).lines().skip(1).findFirst().orElseThrow());
    }

    @Test
    void a_guest_that_does_not_apply_them_is_not_handed_out() throws IOException {
        Files.writeString(
                Files.createDirectories(config.resolve("box")).resolve("box.conf"),
                "BOX_NPM_REGISTRY=\"https://m.test\"\n");
        template("deaf", Map.of("box.env", ENV, "user-data.yaml", USER_DATA + "vendor_data: {enabled: false}\n"));
        assertThatThrownBy(() -> host.mint("deaf", "deaf", Progress.silent()))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .contains("applying this host's package sources in box 'deaf'");
        assertThat(host.boxes.resolve("deaf", LabHost.soon()).state()).isEqualTo(BoxState.FAILED);
    }

    /** One that no guest knows. */
    private Path certificate() {
        Path store = config.resolve("store");
        Path certificate = config.resolve("ca.pem");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        for (String words : List.of(
                "-genkeypair -keyalg EC -dname CN=test -alias ca", "-exportcert -rfc -alias ca -file " + certificate)) {
            List<String> argv = new ArrayList<>(List.of(keytool.toString()));
            argv.addAll(List.of(words.split(" ", -1)));
            argv.addAll(List.of("-keystore", store.toString(), "-storepass", "test-only"));
            Subprocess.of(argv).orFail("making a certificate", "", LabHost.soon());
        }
        return certificate;
    }

    private static final String ENV = "BOX_IMAGE=\"" + LabHost.IMAGE + "\"\nBOX_USER=\"dev\"\n";
    private static final String USER_DATA = "#cloud-config\nusers:\n  - {name: dev, shell: /bin/bash}\n";

    private Path template(String name, Map<String, String> files) throws IOException {
        Path directory = Files.createDirectories(config.resolve("box/templates").resolve(name));
        Files.writeString(directory.resolve("user-data.yaml"), USER_DATA);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue());
        }
        return directory;
    }
}
