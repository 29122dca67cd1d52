package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the shipped templates install, for real, from the package mirrors of a lab. */
@Tag("world")
class TemplatesLabTest {

    private static final String LAB = "templates";

    /** Makes an image of three programs with nothing but what is in the box. */
    private static final String IMAGE = """
            mkdir -p image && cd image
            programs="/bin/bash /bin/cat /bin/timeout"
            for f in $programs $(ldd $programs | grep -o '/[^ ]*' | grep -v : | sort -u); do
                mkdir -p ".${f%/*}" && cp -L "$f" ".$f"
            done
            tar -c . | docker import - local >/dev/null
            """;

    /** Asks a web server from a container of it, and says how that ended: 124 is silence. */
    private static final String ASK = """
            docker run --rm local /bin/timeout 5 /bin/bash -c '
                exec 3<>/dev/tcp/$0/80 && printf "GET / HTTP/1.0\\r\\n\\r\\n" >&3 && /bin/cat <&3' ADDRESS
            echo "status $?"
            """;

    @BeforeAll
    static void aHostWhoseInternetHasMirrors() {
        Subprocess.of(launcher(), "--version").run(Deadline.seconds(1800));
        must(box("lab", "down", "--name", LAB));
        must(box("lab", "up", "--yes", "--name", LAB, "--mirrors"));
        must(inHost("sh", "-c", "box setup-host && box image import /srv/img/*"));
    }

    @AfterAll
    static void takeItDown() {
        must(box("lab", "down", "--name", LAB));
    }

    @ParameterizedTest
    @CsvSource({
        "claude, @anthropic-ai/claude-code, .claude/CLAUDE.md",
        "codex, @openai/codex, .codex/AGENTS.md",
        "gemini, @google/gemini-cli, .gemini/GEMINI.md",
        "opencode, opencode-ai, .config/opencode/AGENTS.md"
    })
    void anAgentsBoxEndsWithItsCommandInstalled(String template, String npm, String context) {
        Subprocess.Result minted = inHost("box", "new", template, "--template", template);
        assertThat(minted.exitStatus()).as(minted.stderr()).isZero();
        String version = must(inBox(
                        template,
                        "cat ~/.local/lib/node_modules/" + npm + "/package.json | sed -n"
                                + " 's/^ *\"version\": \"\\(.*\\)\".*/\\1/p'"))
                .strip();
        assertThat(version).matches("[0-9]+\\.[0-9]+\\.[0-9]+.*");
        assertThat(minted.stderr())
                .containsPattern("verifying: " + template + " --version: .*" + version)
                .contains("taking mark pristine\n", "taking mark bootstrapped\n", "sign in there:  ");
        assertThat(must(inHost("box", "exec", template, "--", template, "--version")))
                .contains(version);
        assertThat(must(inBox(template, "git --version; gh --version; rg --version; head -1 ~/" + context)))
                .contains("git version", "gh version", "ripgrep", "# Where you are");
        assertThat(must(inBox(template, "find ~ ! -user dev"))).isEmpty();

        String again = template + "-again";
        Subprocess.Result warm = inHost("box", "new", again, "--template", template);
        assertThat(warm.stderr())
                .contains("copying " + again + " from a warm base")
                .doesNotContain("provisioning");
        assertThat(must(inHost("box", "exec", again, "--", template, "--version")))
                .contains(version);
        assertThat(must(inHost("box", "templates", "--json")))
                .startsWith("{\"schema\":\"box.templates/1\",\"templates\":[")
                .containsPattern("\\{\"name\":\"" + template + "\",\"origin\":\"shipped\",\"description\":\"[^\"]+\","
                        + "\"fault\":\"\",\"warm\":\"yes\"}");
        must(inHost("box", "rm", template, again, "--force"));
    }

    @Test
    void dockerRunsInABoxUnderTheShippedFiltersAndOnlyBecauseItMasquerades() {
        must(inHost("box", "new", "docks", "--template", "docker"));
        assertThat(must(inHost("sh", "-c", "incus config show --expanded docks | grep filtering")))
                .contains("security.ipv4_filtering: \"true\"", "security.mac_filtering: \"true\"");
        must(inBox("docks", IMAGE));
        assertThat(ask("203.0.113.10")).contains("HTTP/1.1 200 OK", "the lab's internet", "status 0");
        assertThat(ask("10.200.0.5"))
                .as("what the box cannot reach, its containers cannot either")
                .isEqualTo("status 124\n");

        // with its own source address, which is not the box's, a container hears nothing
        must(inHost("box", "exec", "docks", "--", "sudo", "iptables", "-t", "nat", "-F", "POSTROUTING"));
        assertThat(ask("203.0.113.10")).isEqualTo("status 124\n");
        must(inHost("box", "rm", "docks", "--force"));
    }

    private static String ask(String address) {
        return must(inBox("docks", ASK.replace("ADDRESS", address)));
    }

    @Test
    void withoutTheCertificateThatTheHostNamesAGuestTrustsNoMirrorAndSaysSoInItsOwnWords() {
        Subprocess.Result minted = inHost("sh", "-c", """
                mkdir -p /root/other/box && echo 'BOX_CA_CERTIFICATE=""' >/root/other/box/box.conf
                XDG_CONFIG_HOME=/root/other box new distrustful --template claude""");
        assertThat(minted.exitStatus()).isEqualTo(1);
        assertThat(minted.stderr())
                .contains("provisioning in box 'distrustful': exit status 100", "https://mirrors.example.test/debian")
                .containsIgnoringCase("certificate");
        assertThat(must(inHost("box", "list"))).containsPattern("distrustful +failed ");
        must(inHost("box", "rm", "distrustful", "--force"));
    }

    @Test
    void aServerIsAVmOrNothing() {
        for (String template : List.of("server", "staging-box")) {
            Subprocess.Result refused = inHost("box", "new", "srv", "--template", template);
            assertThat(refused.exitStatus()).isEqualTo(2);
            assertThat(refused.stderr())
                    .contains("minting from template 'server': it requires a VM, and this host has no /dev/kvm");
        }
        assertThat(inHost("box", "new", "srv", "--template", "server", "--container")
                        .exitStatus())
                .isEqualTo(2);
        assertThat(must(inHost("box", "list"))).doesNotContain("srv");
    }

    /** As the box's user. */
    private static Subprocess.Result inBox(String name, String script) {
        return inHost("box", "exec", name, "--", "bash", "-c", script);
    }

    private static String must(Subprocess.Result result) {
        assertThat(result.exitStatus())
                .as("%s", result.stdout() + result.stderr())
                .isZero();
        return result.stdout();
    }

    private static String launcher() {
        return Objects.requireNonNull(System.getenv("BOX_TEST_BOX"), "BOX_TEST_BOX: path of the built launcher");
    }

    private static Subprocess.Result box(String... words) {
        List<String> command = new ArrayList<>(List.of(launcher()));
        command.addAll(List.of(words));
        return Subprocess.of(command).run(Deadline.seconds(1800));
    }

    private static Subprocess.Result inHost(String... words) {
        List<String> command = new ArrayList<>(List.of("lab", "exec", "--name", LAB, "--"));
        command.addAll(List.of(words));
        return box(command.toArray(new String[0]));
    }
}
