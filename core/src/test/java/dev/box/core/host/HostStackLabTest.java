package dev.box.core.host;

import static dev.box.core.host.LabHostFixture.deadline;
import static dev.box.core.host.LabHostFixture.must;
import static dev.box.core.host.LabHostFixture.run;
import static dev.box.core.host.LabHostFixture.sh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Machine;
import dev.box.core.progress.Progress;
import dev.box.incus.AclRule;
import dev.box.incus.NetworkAcl;
import dev.box.incus.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real host: each layer is broken once, the break is seen for what it is, and one run of setup mends it. */
@Tag("lab")
class HostStackLabTest {

    private final Host host = LabHostFixture.host();
    private final HostStack stack = new HostStack(host);

    @BeforeEach
    void converge() {
        setup();
    }

    @Test
    void aSecondRunChangesNothingAndRestartsNothing() {
        String before = sh(host, "pgrep -x dnsmasq; systemctl show -p InvocationID box-firewall incus");

        assertThat(setup()).isEmpty();
        assertThat(sh(host, "pgrep -x dnsmasq; systemctl show -p InvocationID box-firewall incus"))
                .isEqualTo(before);
    }

    @Test
    void aDryRunChangesNothing() {
        sh(host, "nft delete table bridge box");

        assertThat(new SetupHost(stack).plan(deadline()))
                .isInstanceOfSatisfying(
                        SetupOutcome.Planned.class,
                        plan -> assertThat(plan.changes()).hasSize(1));
        assertThat(run(host, "nft list table bridge box").ok()).isFalse();
    }

    @Test
    void aFlushedRulesetIsSeenThoughEveryFileAndUnitLooksRight() {
        sh(host, "nft flush ruleset");
        assertThat(sh(host, "systemctl is-active box-firewall")).isEqualTo("active");

        assertThat(setup())
                .extracting(Change::what)
                .contains("live table inet box", "live table bridge box", "live rule of Incus");
        assertThat(stack.verify(deadline())).isEmpty();
    }

    /** Incus refuses to change an ACL whose chains are gone, so one fault hides the other's cure. */
    @Test
    void aFlushedRulesetAndALostRuleOfTheAclAreMendedTogether() {
        must(
                host,
                "incus network acl rule remove box-isolate egress destination=172.16.0.0/12 && nft flush ruleset"
                        + " && ! incus network acl rule remove box-isolate egress destination=10.0.0.0/8");

        assertThat(setup()).extracting(Change::what).contains("egress rule", "live table inet box");
        assertThat(stack.verify(deadline())).isEmpty();
    }

    @Test
    void oneMissingLiveRuleIsNamed() {
        sh(host, "nft flush chain bridge box forward");

        assertThat(setup())
                .singleElement()
                .asString()
                .startsWith("firewall: live rule in bridge box: absent → forward:");
    }

    @Test
    void anOldRulesFileIsReplacedAndReallyLoaded() {
        sh(
                host,
                "printf 'add table inet box\\ndelete table inet box\\ntable inet box { }\\n' > /etc/box/firewall.nft"
                        + " && systemctl restart box-firewall");

        assertThat(setup()).extracting(Change::what).contains("/etc/box/firewall.nft", "live table inet box");
        assertThat(sh(host, "nft list table inet box")).contains("iifname \"boxnet\" counter packets");
    }

    @Test
    void theRulesComeBackWhenNftablesServiceFlushesThem() {
        sh(
                host,
                "printf 'flush ruleset\\n' > /etc/nftables.conf; systemctl start nftables && systemctl restart nftables"
                        + "; until systemctl is-active --quiet box-firewall; do :; done");

        assertThat(stack.firewall().verify(deadline())).isEmpty();

        sh(host, "systemctl reload nftables; until systemctl is-active --quiet box-firewall; do :; done");
        assertThat(stack.firewall().verify(deadline())).isEmpty();
    }

    @Test
    void aDeadDnsmasqIsSeenThoughIncusCallsTheNetworkCreated() {
        String pid = sh(host, "pgrep -x dnsmasq");
        sh(host, "kill -KILL " + pid + "; while pgrep -x dnsmasq; do :; done");
        assertThat(host.incus(deadline())
                        .networks()
                        .get("boxnet", deadline())
                        .value()
                        .status())
                .isEqualTo("Created");

        assertThat(setup())
                .singleElement()
                .hasToString("network: dnsmasq: no process → serving DNS and DHCP on boxnet");
        assertThat(sh(host, "pgrep -x dnsmasq")).isNotEqualTo(pid);
    }

    @Test
    void aNameThatAnOldLeaseKeptIsForgotten() {
        String leases = "/var/lib/incus/networks/boxnet/dnsmasq.leases";
        sh(host, "echo \"$(($(date +%s) + 3600)) 10:66:6a:00:00:01 10.88.0.9 payroll *\" >> " + leases);

        assertThat(setup()).singleElement().asString().contains("payroll → none");
        assertThat(sh(host, "cat " + leases)).contains("10.88.0.9 *").doesNotContain("payroll");
    }

    @Test
    void onlyTheKeyThatDiffersIsChanged() {
        host.incus(deadline())
                .networks()
                .patch("boxnet", Map.of("config", Map.of("dns.mode", "managed", "user.note", "mine")), deadline());

        assertThat(setup()).singleElement().hasToString("network: dns.mode: managed → none");
        assertThat(host.incus(deadline())
                        .networks()
                        .get("boxnet", deadline())
                        .value()
                        .config())
                .containsEntry("user.note", "mine");
    }

    @Test
    void aLostDropIsPutBackAndAnIngressRuleWithoutADoorGoes() {
        Versioned<NetworkAcl> acl = host.incus(deadline()).networkAcls().get("box-isolate", deadline());
        List<AclRule> egress = new ArrayList<>(acl.value().egress());
        egress.removeIf(rule -> rule.destination().equals("172.16.0.0/12"));
        AclRule door = new AclRule("allow", "", "10.88.0.9/32", "tcp", "", "8080", "", "", "no door", "enabled");
        host.incus(deadline())
                .networkAcls()
                .replace("box-isolate", acl.with(NetworkAcl.of("box-isolate", List.of(door), egress)), deadline());
        assertThat(sh(host, "nft list table inet incus")).doesNotContain("172.16.0.0/12");

        assertThat(setup())
                .extracting(Change::toString)
                .containsExactly(
                        "acl: egress rule: absent → drop to 172.16.0.0/12",
                        "doors: ingress rule without a door: allow from anywhere to 10.88.0.9/32 tcp 8080 → absent");
        assertThat(sh(host, "nft list table inet incus")).contains("172.16.0.0/12 drop");
        assertThat(host.incus(deadline())
                        .networkAcls()
                        .get("box-isolate", deadline())
                        .value()
                        .ingress())
                .isEmpty();
    }

    @Test
    void aProfileThatGrewADeviceIsPutRight() {
        host.incus(deadline())
                .profiles()
                .patch("box-net", Map.of("config", Map.of("security.privileged", "true")), deadline());

        assertThat(setup()).singleElement().hasToString("profile: security.privileged: true → unset");
    }

    @Test
    void aPortThatSomeoneAttachedIsIsolatedToo() {
        sh(host, "ip link add raw0 type veth peer name raw1; ip link set raw0 master boxnet");
        try {
            assertThat(setup()).singleElement().hasToString("profile: port raw0 isolated: off → on");
            assertThat(sh(host, "cat /sys/class/net/raw0/brport/isolated")).isEqualTo("1");
        } finally {
            sh(host, "ip link delete raw0");
        }
    }

    @Test
    void removingTheStackLeavesNothingAndSetupBringsItBack() {
        // nothing may stand on the stack: boxes and warm bases of other test classes go first
        sh(host, "for i in $(incus list -f csv -c n); do incus delete -f $i; done");
        List<Layer<?>> removed = new ArrayList<>(stack.layers());
        // the pool holds images, which are not the stack's
        removed.remove(stack.pool());
        for (Layer<?> layer : removed.reversed()) {
            layer.remove(deadline());
            assertThat(layer.artefacts(deadline())).as(layer.title()).isEmpty();
        }
        assertThat(run(host, "ip link show boxnet").ok()).isFalse();
        assertThat(sh(host, "nft list ruleset")).doesNotContain("table inet box", "table bridge box", "boxnet");
        assertThat(run(host, "systemctl cat box-firewall").ok()).isFalse();

        assertThat(setup()).extracting(Change::layer).contains("unit", "firewall", "acl", "network", "profile");
    }

    @Test
    void whoeverIsNotRootIsToldWhatToDoAndNothingIsTried() {
        sh(
                host,
                "nft delete table bridge box; for u in plain tenant; do id $u 2>/dev/null || useradd $u; done"
                        + "; usermod -aG incus tenant");

        assertThat(setupAs("plain"))
                .isInstanceOfSatisfying(
                        SetupOutcome.NeedsRoot.class,
                        outcome -> assertThat(outcome.advice()).isEqualTo("sudo box setup-host"));
        assertThat(setupAs("tenant")).isInstanceOf(SetupOutcome.Restricted.class);
        assertThat(run(host, "nft list table bridge box").ok()).isFalse();
    }

    private SetupOutcome setupAs(String user) {
        Machine asUser = Machine.through(argv -> {
            List<String> command = new ArrayList<>(LabHostFixture.prefix());
            command.addAll(List.of("runuser", "-u", user, "--"));
            command.addAll(argv);
            return command;
        });
        Host theirs = new Host(asUser, host.settings(), () -> host.incus(deadline()));
        return new SetupHost(new HostStack(theirs)).run(Progress.silent(), deadline());
    }

    private List<Change> setup() {
        SetupOutcome outcome = new SetupHost(stack).run(Progress.silent(), deadline());
        assertThat(outcome).isInstanceOf(SetupOutcome.Converged.class);
        return ((SetupOutcome.Converged) outcome).changes();
    }
}
