package dev.box.core.removal;

import static dev.box.core.host.LabHostFixture.deadline;
import static dev.box.core.host.LabHostFixture.must;
import static dev.box.core.host.LabHostFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.LabHostFixture;
import dev.box.core.host.SetupHost;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a real host: what box made goes, is looked for again, and what it did not make stands as it stood. */
@Tag("lab")
class RemovalLabTest {

    private static final Scope WIPE = new Scope(true, false, false);
    private static final String FOREIGN = "incus network create otherbr ipv4.address=10.99.0.1/24 ipv6.address=none"
            + " && incus network acl create other-acl && incus create --empty payroll -n otherbr -s default"
            + " && nft add table inet mine && nft add chain inet mine c && nft add rule inet mine c tcp dport 9 drop";
    private static final String BOX = "incus create --empty rm-box -p box-net -c user.box=1";

    private final Host host = LabHostFixture.host();
    private final TeardownHost teardown = new TeardownHost(new HostStack(host));

    @BeforeEach
    void setUp() {
        setup(host);
    }

    @AfterEach
    void tidy() {
        run(
                host,
                "systemctl start incus.socket incus; for i in rm-box payroll; do incus delete -f $i; done"
                        + "; incus delete -f rm-theirs --project rm-tenant; incus project delete rm-tenant"
                        + "; incus network delete otherbr"
                        + "; incus profile delete boxdrill-p; for a in other-acl claude-isolate boxdrill-a"
                        + "; do incus network acl delete $a; done; nft delete table inet mine");
    }

    @AfterAll
    static void leaveASetUpHost() {
        setup(LabHostFixture.host());
    }

    @Test
    void boxesAndBothGenerationsOfTheStackGoAndWhatBoxDidNotMakeStands() {
        must(host, FOREIGN + " && " + BOX);
        must(host, "incus create --empty box-base-0123456789abcdef -p box-net -c user.box.base=0123456789abcdef");
        must(
                host,
                "incus project create rm-tenant && incus create --empty --project rm-tenant rm-theirs -s default"
                        + " -c user.claudebox=1 && incus profile create box-net --project rm-tenant");
        must(
                host,
                "incus network create claudenet ipv4.address=10.87.0.1/24 ipv6.address=none"
                        + " && incus network acl create claude-isolate && incus network set claudenet security.acls=claude-isolate"
                        + " && incus profile create claude-dev && incus profile device add claude-dev eth0 nic network=claudenet");
        must(
                host,
                "printf '[Service]\\nType=oneshot\\nRemainAfterExit=yes\\nExecStart=/usr/local/sbin/claudebox-firewall\\n"
                        + "[Install]\\nWantedBy=multi-user.target\\n' > /etc/systemd/system/claudebox-firewall.service"
                        + " && printf '#!/bin/sh\\nnft add table inet claudebox; nft add table bridge claudebox\\n'"
                        + " > /usr/local/sbin/claudebox-firewall && chmod +x /usr/local/sbin/claudebox-firewall"
                        + " && systemctl daemon-reload && systemctl enable --now claudebox-firewall");
        assertThat(must(host, "nft list tables")).contains("inet claudebox", "bridge claudebox");
        String foreign = foreign();

        assertThat(teardown.run(Scope.stack(), Progress.silent(), deadline()))
                .contains("warm base box-base-0123456789abcdef")
                .contains("box rm-box", "box rm-theirs (project rm-tenant)", "profile box-net (project rm-tenant)")
                .contains("network boxnet", "ACL box-isolate", "profile box-net", "nft table bridge box")
                .contains("network claudenet", "ACL claude-isolate", "profile claude-dev")
                .contains("unit claudebox-firewall.service", "nft table inet claudebox", "nft table bridge claudebox");

        assertThat(foreign()).isEqualTo(foreign);
        assertThat(must(host, "incus list --all-projects -f csv -c n")).isEqualTo("payroll");
        assertThat(must(
                        host,
                        "ip -o link; nft list ruleset; incus network list -f csv; incus profile list -f csv;"
                                + " incus network acl list -f csv; systemctl list-unit-files --no-legend;"
                                + " ls /etc/box /usr/local/sbin"))
                .doesNotContain("boxnet", "box-isolate", "box-net", "inet box ", "bridge box ", "firewall.nft")
                .doesNotContain("claudenet", "claude-isolate", "claude-dev", "claudebox", "box-firewall");
        must(host, "incus project delete rm-tenant");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nft add table bridge box|nft table bridge box",
                "incus create --empty rm-box -s default -c user.claudebox=1|box rm-box",
                "incus network acl create claude-isolate|ACL claude-isolate"
            })
    void oneArtefactPutBackInBetweenIsNamed(String puttingBack) {
        String[] parts = puttingBack.split("\\|");

        assertThatThrownBy(() -> teardown.run(
                        WIPE, before("looking for each of them again", () -> must(host, parts[0])), deadline()))
                .isInstanceOf(BoxFailure.Failed.class)
                .message()
                .endsWith("still there: " + parts[1]);
    }

    @Test
    void nothingGoesWhileSomebodyElsesInstanceIsOnBoxnet() {
        must(host, FOREIGN + " && " + BOX + " && incus config device add payroll eth9 nic network=boxnet name=eth9");

        assertThatThrownBy(() -> teardown.run(Scope.stack(), Progress.silent(), deadline()))
                .message()
                .contains("instance payroll uses network boxnet; nothing was changed");
        assertThat(must(host, "incus list -f csv -c n").lines()).containsExactlyInAnyOrder("payroll", "rm-box");
        assertThat(new HostStack(host).verify(deadline())).isEmpty();
    }

    @Test
    void incusItselfStaysWhileItKeepsWhatBoxDidNotMake() {
        must(host, FOREIGN);

        assertThatThrownBy(() -> teardown.run(new Scope(false, false, true), Progress.silent(), deadline()))
                .message()
                .contains("instance payroll is kept by Incus", "network otherbr is kept by Incus");
        assertThat(new HostStack(host).verify(deadline())).isEmpty();
    }

    @Test
    void aDrillsLeftoversGoOneAtATimeAndOneThatWillNotKeepsNoOther() {
        must(
                host,
                FOREIGN + " && nft add table netdev boxdrill && nft add table inet boxdrill && ip netns add boxdrill-x"
                        + " && incus profile create boxdrill-p && incus profile add payroll boxdrill-p"
                        + " && incus network acl create boxdrill-a");

        assertThatThrownBy(() -> teardown.run(WIPE, Progress.silent(), deadline()))
                .message()
                .contains("still there: profile boxdrill-p (", "in use");
        assertThat(must(host, "nft list tables; ip netns list; incus network acl list -f csv"))
                .doesNotContain("boxdrill");
        assertThat(run(host, "ip link show boxnet").ok()).isFalse();
    }

    @Test
    void aStoppedDaemonIsNoEmptyHost() {
        must(host, "systemctl stop incus.socket incus");

        assertThatThrownBy(() -> new TeardownHost(new HostStack(LabHostFixture.host()))
                        .run(Scope.stack(), Progress.silent(), deadline()))
                .message()
                .contains("Incus has data here and does not answer");
    }

    private String foreign() {
        return must(
                host,
                "incus config show payroll; incus network get otherbr ipv4.address; ip -br addr show otherbr"
                        + "; incus network acl show other-acl; nft list table inet mine");
    }

    private static void setup(Host host) {
        new SetupHost(new HostStack(host)).run(Progress.silent(), deadline());
    }

    /** Does something when a step begins. */
    private static Progress before(String what, Runnable act) {
        return new Progress() {
            @Override
            public Step step(String step, Deadline deadline) {
                if (step.equals(what)) {
                    act.run();
                }
                return Progress.silent().step(step, deadline);
            }

            @Override
            public void note(String message) {}

            @Override
            public void warn(String message) {}
        };
    }
}
