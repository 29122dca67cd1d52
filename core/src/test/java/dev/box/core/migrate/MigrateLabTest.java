package dev.box.core.migrate;

import static dev.box.core.host.LabHostFixture.deadline;
import static dev.box.core.host.LabHostFixture.must;
import static dev.box.core.host.LabHostFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.box.Stamp;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.LabHostFixture;
import dev.box.core.host.LegacyStack;
import dev.box.core.host.SetupHost;
import dev.box.core.image.BaseImages;
import dev.box.core.progress.Progress;
import dev.box.incus.Instance;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A host of the predecessor, with a box that somebody lives in, becomes a host of box. */
@Tag("lab")
class MigrateLabTest {

    private static final String INSIDE =
            "stat -c '%n %u %g %a' /home/claude/.login; cat /home/claude/.login /etc/machine-id;"
                    + " grep claude /etc/shadow; readlink /var/lib/cloud/instance; hostname";

    private final Host host = LabHostFixture.host();
    private final HostStack stack = new HostStack(host);
    private final MigrateHost migrate = new MigrateHost(stack);

    @BeforeEach
    void legacyHost() {
        new SetupHost(stack).run(Progress.silent(), deadline());
        Path images = Path.of(System.getenv("BOX_TEST_IMAGE_DIR"));
        new BaseImages(host.incus(deadline()), host.settings())
                .importBuilt(
                        "images:debian/13/cloud",
                        images.resolve(dev.box.core.image.ImageType.CONTAINER.metadata()),
                        images.resolve(dev.box.core.image.ImageType.CONTAINER.root()),
                        Progress.silent(),
                        deadline());
        LegacyHost.install(host);
    }

    @AfterEach
    void tidy() {
        run(host, "nft delete table inet breaks; incus delete -f oldbox");
        for (var part : new LegacyStack(host).parts()) {
            part.remove(deadline());
        }
    }

    @Test
    void aLegacyBoxIsBroughtOverWithItsFilesAndLoginsAndThenNothingOfTheOldNamesIsLeft() {
        LegacyHost.mint(host, "oldbox");
        must(host, "incus exec oldbox -- su claude -c 'umask 77; echo token > ~/.login'");
        String before = inBox(INSIDE);
        assertThat(before).contains("/home/claude/.login 1000 1000 600", "token", "claude:$");
        assertThat(inBox("ip -4 -o addr show dev eth0")).contains(" 10.87.0.");

        aBoxThatCannotResolveIsNotCalledMigratedAndKeepsTheOldStack();

        assertThat(migrate.migrate(List.of("oldbox"), Progress.silent(), deadline()))
                .singleElement()
                .satisfies(box -> assertThat(box.failure()).isEmpty())
                .satisfies(box -> assertThat(inBox("ip -4 -o addr show dev eth0"))
                        .contains(" " + box.address() + "/24 ")
                        .contains(" 10.88.0."))
                .satisfies(box -> assertThat(must(host, "cat /var/lib/incus/networks/boxnet/dnsmasq.leases"))
                        .contains(" " + box.address() + " "));
        assertThat(inBox(INSIDE)).isEqualTo(before);
        asBoxSeesIt(host.incus(deadline()).instances().get("oldbox", deadline()).value());
        assertThat(stack.verify(deadline())).as("its port is isolated").isEmpty();

        assertThat(migrate.retire(Progress.silent(), deadline()))
                .contains("network claudenet", "ACL claude-isolate", "profile claude-dev")
                .contains("unit claudebox-firewall.service", "nft table inet claudebox");
        assertThat(must(
                        host,
                        "ip -o link; nft -st list ruleset; incus network list -f csv; incus profile list -f csv;"
                                + " incus network acl list -f csv; incus config show oldbox -e;"
                                + " systemctl list-unit-files --no-legend; ls -R /usr/local /etc/systemd"))
                .doesNotContain("claudenet", "claude-isolate", "claude-dev", "claudebox");
        assertThat(inBox("getent ahostsv4 public.example.test")).isNotEmpty();
    }

    private void aBoxThatCannotResolveIsNotCalledMigratedAndKeepsTheOldStack() {
        must(
                host,
                "nft add table inet breaks && nft 'add chain inet breaks c { type filter hook input priority -20; }'"
                        + " && nft add rule inet breaks c iifname boxnet udp dport 53 drop");

        assertThat(migrate.migrate(List.of("oldbox"), Progress.silent(), deadline()))
                .singleElement()
                .satisfies(box -> assertThat(box.failure().orElseThrow())
                        .message()
                        .contains("resolving public.example.test in box 'oldbox'"));
        assertThatThrownBy(() -> migrate.retire(Progress.silent(), deadline()))
                .message()
                .contains("still on it: box oldbox; nothing was retired");
        assertThat(new LegacyStack(host).artefacts(deadline())).hasSize(7);
        must(host, "nft delete table inet breaks");
    }

    private static void asBoxSeesIt(Instance box) {
        assertThat(box.profiles()).containsExactly("box-net");
        assertThat(box.devices()).isEmpty();
        assertThat(box.config())
                .containsEntry("user.box", "1")
                .containsEntry("limits.memory", "512MiB")
                .doesNotContainKey("user.claudebox");
        assertThat(Stamp.read(box.config()).orElseThrow())
                .returns(Stamp.SCHEMA, Stamp::schema)
                .returns("claude", Stamp::template)
                .returns("claude", Stamp::user)
                .returns("container", Stamp::mode);
    }

    private String inBox(String script) {
        return must(host, "incus exec oldbox -- sh -c \"" + script + "\"");
    }
}
