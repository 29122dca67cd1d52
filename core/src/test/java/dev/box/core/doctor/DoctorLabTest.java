package dev.box.core.doctor;

import static dev.box.core.doctor.DoctorHost.find;
import static dev.box.core.doctor.DoctorHost.inHost;
import static dev.box.core.host.LabHostFixture.deadline;
import static dev.box.core.host.LabHostFixture.must;
import static dev.box.core.host.LabHostFixture.sh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.LabHostFixture;
import dev.box.core.process.Machine;
import dev.box.core.progress.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On a real host with two running boxes: each check is made DIRTY by the fault that it is for, and OK by what mends it. */
@Tag("lab")
class DoctorLabTest {

    private static final List<String> BOXES = List.of("doc-a", "doc-b");
    private static final String STOPPED = "incus init box/debian/13/cloud %s --profile box-net -c user.box=1 ";

    private static final String RUNNING =
            "for b in doc-a doc-b; do incus info $b | grep ^PID; done; ip -br link show master boxnet";

    private static final Host HOST = LabHostFixture.host();
    private static final Doctor DOCTOR = new Doctor(new HostStack(HOST));

    @BeforeAll
    static void twoBoxes() {
        sh(HOST, "ip link delete raw0 2>/dev/null || true; nft delete table ip filter 2>/dev/null || true");
        DoctorHost.mint(BOXES);
    }

    @AfterAll
    static void removeThem() {
        DoctorHost.remove(BOXES);
    }

    /**
     * A fault.
     *
     * @param check that must see it
     * @param fault how it is made, in the host
     * @param words of the finding
     * @param mend what mends it; empty if {@code --fix} does
     */
    record Case(String check, String fault, String words, String mend) {
        @Override
        public String toString() {
            return check + " sees: " + fault;
        }
    }

    /** Faults that can be there at once, each of which {@code box doctor --fix} repairs by itself. */
    static Stream<List<Case>> repairable() {
        return Stream.of(
                List.of(
                        repairable("nft", "nft delete table bridge box", "live table bridge box: absent"),
                        repairable(
                                "acl",
                                "incus network acl rule remove box-isolate egress destination=172.16.0.0/12",
                                "absent → drop to 172.16.0.0/12"),
                        repairable("unit", "systemctl disable box-firewall", "at boot: disabled → enabled"),
                        repairable("network", "incus network set boxnet dns.mode=managed", "dns.mode: managed → none"),
                        repairable(
                                "profile",
                                "incus profile set box-net security.privileged=true",
                                "security.privileged: true"),
                        repairable(
                                "ports",
                                "ip link add raw0 type veth peer name raw1 && ip link set raw0 master boxnet",
                                "raw0 (no instance's"),
                        repairable("leftovers", "nft add table inet boxdrill", "nft table inet boxdrill"),
                        repairable("leftovers", STOPPED.formatted("drill-dead-a"), "box drill-dead-a"),
                        repairable(
                                "mints", STOPPED.formatted("half") + "-c user.box.state=minting", "incomplete: half"),
                        repairable("mints", STOPPED.formatted("bad") + "-c user.box.state=failed", "failed: bad"),
                        repairable("tier", "systemctl disable --now incus-user.socket", "incus-user.socket: inactive")),
                List.of(
                        repairable(
                                "nft", "nft flush chain inet box input", "live rule in inet box: absent → input: iif"),
                        repairable(
                                "unit",
                                "systemctl stop box-firewall; d=/etc/systemd/system/box-firewall.service.d; mkdir -p $d"
                                        + "; printf '[Service]\\nExecStart=\\nExecStart=/bin/true\\n' > $d/off.conf",
                                "loaded by systemd: an earlier version → what is on disk"),
                        repairable(
                                "acl",
                                "incus network acl rule remove box-isolate egress destination=10.88.0.1/32"
                                        + " protocol=udp",
                                "absent → allow to 10.88.0.1/32 udp port 53"),
                        repairable(
                                "network",
                                "incus network set boxnet ipv6.address=fd00::1/64",
                                "ipv6.address: fd00::1/64"),
                        repairable(
                                "resolver",
                                "incus network set boxnet raw.dnsmasq=server=100.100.100.100",
                                "100.100.100.100"),
                        repairable("acl.live", "nft flush table inet incus", "live rule of Incus: absent → egress")));
    }

    private static Case repairable(String check, String fault, String words) {
        return new Case(check, fault, words, "");
    }

    @ParameterizedTest
    @MethodSource
    void repairable(List<Case> faults) {
        try {
            faults.forEach(fault -> inHost(fault.fault()));
            Diagnosis before = DOCTOR.examine(Progress.silent(), deadline());
            for (Case fault : faults) {
                Finding seen = dirty(before, fault);
                assertThat(seen.fix()).isEqualTo("sudo box doctor --fix");
                assertThat(seen.repairable()).isTrue();
            }

            Diagnosis after = DOCTOR.fix(Progress.silent(), deadline());

            assertThat(after.repairs()).isNotEmpty().allMatch(Diagnosis.Repaired::done);
            for (Case fault : faults) {
                Finding mended = find(after, fault.check());
                assertThat(mended.verdict()).as("%s: %s", fault, mended.fact()).isIn(Verdict.OK, Verdict.INFO);
            }
        } finally {
            sh(HOST, "ip link delete raw0 2>/dev/null || true");
        }
    }

    private static final String BESIDE =
            "d=/etc/systemd/system/%s.d; mkdir -p $d; printf '%s' > $d/%s; systemctl daemon-reload";

    /** Each of which would let a host boot without the rules and say nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[Service]\\nExecStart=\\nExecStart=/bin/true\\n",
                "[Unit]\\nConditionPathExists=/no/such\\n",
                "[Unit]\\nBefore=\\n[Install]\\nWantedBy=\\n"
            })
    void aDropInThatWeakensTheUnitIsNamedAndRemoved(String content) {
        inHost(BESIDE.formatted("box-firewall.service", content, "weak.conf"));

        Finding seen = examined("unit");
        assertThat(seen.verdict()).isEqualTo(Verdict.DIRTY);
        assertThat(seen.fact()).contains("box-firewall.service.d/weak.conf: ").contains(content.split("\\\\n")[1]);
        assertThat(seen.repairable()).isTrue();

        assertThat(DOCTOR.fix(Progress.silent(), deadline()).findings(Verdict.DIRTY))
                .isEmpty();
        assertThat(must(HOST, "systemctl show -p DropInPaths,ExecStart box-firewall"))
                .doesNotContain("weak.conf", "/bin/true")
                .contains("firewall.nft");
    }

    @Test
    void aMaskedUnitIsPutBack() {
        inHost("rm /etc/systemd/system/box-firewall.service && systemctl mask box-firewall");
        assertThat(examined("unit").fact()).contains("box-firewall.service: masked → as shipped");

        assertThat(DOCTOR.fix(Progress.silent(), deadline()).findings(Verdict.DIRTY))
                .isEmpty();
        assertThat(must(HOST, "systemctl is-enabled box-firewall")).isEqualTo("enabled");
    }

    @Test
    void aDropInOfAllServicesIsNotBoxsToRemoveAndItsFixIsTheCommand() {
        inHost(BESIDE.formatted("service", "[Unit]\\nAssertPathExists=/no/such\\n", "all.conf"));
        try {
            Finding seen = examined("unit");
            assertThat(seen.fact()).contains("/service.d/all.conf: AssertPathExists=/no/such");
            assertThat(seen.repairable()).isFalse();
            inHost(seen.fix().substring(seen.fix().indexOf("sudo")).replace("sudo ", ""));
            assertThat(examined("unit").verdict()).isEqualTo(Verdict.OK);
        } finally {
            sh(
                    HOST,
                    "rm -r /etc/systemd/system/service.d /etc/systemd/system/box-firewall.service.d; systemctl daemon-reload");
        }
    }

    /** Faults that can be there at once and that only the operator can decide about; each finding names the command. */
    private static final List<Case> NAMED = List.of(
            new Case(
                    "uplink",
                    "gw=$(ip -4 route show default | cut -d' ' -f3); ip link add dup0 type veth peer name dup1"
                            + " && ip link set dup1 up && ip link set dup0 up && ip addr add $gw/24 dev dup0",
                    "is an address of this machine's own dup0; the uplink's subnet has connected routes through",
                    "ip link delete dup0"),
            new Case(
                    "uplink.inside",
                    "incus exec doc-b -- ip addr add 10.88.0.1/32 dev lo",
                    "in box doc-b the default gateway 10.88.0.1 is an address of this machine's own lo",
                    "incus exec doc-b -- ip addr del 10.88.0.1/32 dev lo"),
            new Case(
                    "nics",
                    STOPPED.formatted("veto")
                            + "&& incus config device override veto eth0 security.ipv6_filtering=true",
                    "veto has security.ipv6_filtering left on",
                    "incus delete veto"),
            new Case(
                    "nics",
                    STOPPED.formatted("open")
                            + "&& incus config device override open eth0 security.port_isolation=false",
                    "open has security.port_isolation off",
                    "incus delete open"),
            new Case(
                    "identities",
                    "id=$(incus exec doc-a -- cat /etc/machine-id); incus exec doc-b -- cp /etc/machine-id /root/own;"
                            + " incus exec doc-b -- sh -c \"echo $id > /etc/machine-id\"; [ ${#id} = 32 ]"
                            + " && [ \"$(incus exec doc-b -- cat /etc/machine-id)\" = $id ]",
                    "doc-a and doc-b share the machine-id",
                    "incus exec doc-b -- cp /root/own /etc/machine-id"),
            new Case(
                    "identities",
                    "a=$(incus list doc-a -c4 --format csv | cut -d' ' -f1)"
                            + "; incus exec doc-b -- ip addr add $a/24 dev eth0",
                    "doc-a and doc-b share the address 10.88.0.",
                    "a=$(incus list doc-a -c4 --format csv | cut -d' ' -f1)"
                            + "; incus exec doc-b -- ip addr del $a/24 dev eth0"),
            new Case(
                    "clock",
                    "touch -d '+1 day' /var/lib/dpkg/status",
                    "/var/lib/dpkg/status was written 14",
                    "touch /var/lib/dpkg/status"),
            new Case(
                    "packages",
                    "mv /usr/sbin/mkfs.btrfs /usr/sbin/mkfs.btrfs.off",
                    "mkfs.btrfs: absent → package btrfs-progs",
                    "mv /usr/sbin/mkfs.btrfs.off /usr/sbin/mkfs.btrfs"),
            new Case("leftovers", "useradd drill-tenant", "account drill-tenant", "userdel drill-tenant"),
            new Case(
                    "neighbours",
                    ruleset(
                            "chain ufw-user-input { }",
                            "chain INPUT { type filter hook input priority 0; policy drop;"
                                    + " iifname \"lo\" accept; iifname \"eth0\" accept; jump ufw-user-input; }"),
                    "UFW drops what boxes ask of DHCP and DNS",
                    "nft add rule ip filter ufw-user-input iifname boxnet accept"));

    private static String ruleset(String... chains) {
        return "nft -f - <<'END'\ntable ip filter {\n" + String.join("\n", chains) + "\n}\nEND";
    }

    @Test
    void whatOnlyTheOperatorCanDecideIsNamedWithTheCommand() {
        try {
            NAMED.forEach(fault -> inHost(fault.fault()));
            Diagnosis before = DOCTOR.examine(Progress.silent(), deadline());
            for (Case fault : NAMED) {
                Finding seen = dirty(before, fault);
                assertThat(seen.fix()).isNotEmpty();
                assertThat(seen.repairable()).isFalse();
            }
        } finally {
            NAMED.forEach(fault -> sh(HOST, fault.mend()));
        }
        Diagnosis after = DOCTOR.examine(Progress.silent(), deadline());
        sh(HOST, "nft delete table ip filter");
        assertThat(after.findings(Verdict.DIRTY)).isEmpty();
    }

    private static Finding dirty(Diagnosis diagnosis, Case fault) {
        Finding seen = find(diagnosis, fault.check());
        assertThat(seen.verdict()).as("%s: %s", fault, seen.fact()).isEqualTo(Verdict.DIRTY);
        assertThat(seen.fact()).as(fault.toString()).contains(fault.words());
        return seen;
    }

    @Test
    void aFlushedRulesetIsRepairedUnderRunningBoxes() {
        String running = sh(HOST, RUNNING);
        inHost("nft flush ruleset");

        Diagnosis before = DOCTOR.examine(Progress.silent(), deadline());
        assertThat(before.findings(Verdict.DIRTY)).extracting(Finding::id).contains("nft", "acl.live", "mac-filter");

        Diagnosis after = DOCTOR.fix(Progress.silent(), deadline());

        assertThat(after.findings(Verdict.DIRTY)).isEmpty();
        assertThat(must(HOST, "nft list table bridge incus"))
                .contains("chain in.doc-a.eth0", "chain fwd.doc-a.eth0", "chain in.doc-b.eth0", "chain fwd.doc-b.eth0");
        assertThat(sh(HOST, RUNNING)).as("the same processes on the same ports").isEqualTo(running);
        assertThat(must(HOST, "incus config show doc-a"))
                .as("nothing of it stays")
                .contains("devices: {}");
    }

    /** While nothing filtered, a port may have been bound to the MAC of another. */
    @Test
    void whatAPortWasBoundToWithoutItsFilterIsForgottenWithTheMending() {
        inHost("nft delete table bridge incus");
        inHost("nft 'add element bridge box bindings { \"vethfalse\" . 02:00:00:00:00:01 }'");

        DOCTOR.fix(Progress.silent(), deadline());

        assertThat(must(HOST, "nft list table bridge box")).doesNotContain("vethfalse");
    }

    @Test
    void withoutDnsmasqNamesAreToldFromAddresses() {
        inHost("pkill -KILL -x dnsmasq; while pgrep -x dnsmasq; do :; done");

        Diagnosis before = DOCTOR.examine(Progress.silent(), deadline());
        assertThat(find(before, "dnsmasq").fact()).startsWith("dnsmasq: no process");
        assertThat(find(before, "egress").fact()).contains("answers, but", "does not resolve: DNS is at fault");

        Diagnosis after = DOCTOR.fix(Progress.silent(), deadline());
        assertThat(find(after, "dnsmasq").verdict()).isEqualTo(Verdict.OK);
        assertThat(find(after, "egress").verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void dockersForwardPolicyIsSeenInTheRulesAndFromInsideTheBox() {
        inHost(ruleset(
                "chain DOCKER-USER { }",
                "chain FORWARD { type filter hook forward priority 0; policy drop; jump DOCKER-USER; }"));
        Diagnosis before = DOCTOR.examine(Progress.silent(), deadline());
        sh(
                HOST,
                "nft insert rule ip filter DOCKER-USER iifname boxnet accept; nft insert rule ip filter DOCKER-USER"
                        + " oifname boxnet ct state related,established accept");
        Diagnosis after = DOCTOR.examine(Progress.silent(), deadline());
        sh(HOST, "nft delete table ip filter");

        assertThat(find(before, "neighbours").fact()).contains("Docker drops what boxes send to the internet");
        assertThat(find(before, "neighbours").fix()).contains("iptables -I DOCKER-USER -i boxnet -j ACCEPT");
        assertThat(find(before, "egress").fact()).contains("no answer in 5 s", "routing is at fault");
        assertThat(find(after, "neighbours").verdict()).isEqualTo(Verdict.OK);
        assertThat(find(after, "egress").verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void bridgedFramesThatMeetTheIpRulesAreWorthKnowing() {
        String key = "/proc/sys/net/bridge/bridge-nf-call-iptables";
        sh(HOST, "echo 1 > " + key);
        Finding on = examined("br_netfilter");
        sh(HOST, "echo 0 > " + key);

        assertThat(on.verdict()).isEqualTo(Verdict.INFO);
        assertThat(on.fact()).contains("on: bridge-nf-call-iptables");
        assertThat(examined("br_netfilter").verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void whoeverIsNotRootIsJudgedByWhatTheySee() {
        sh(HOST, "id plain 2>/dev/null || useradd plain");
        Machine asUser = Machine.through(argv -> {
            List<String> command = new ArrayList<>(LabHostFixture.prefix());
            command.addAll(List.of("runuser", "-u", "plain", "--"));
            command.addAll(argv);
            return command;
        });
        Host theirs = new Host(asUser, HOST.settings(), () -> HOST.incus(deadline()));

        Diagnosis diagnosis = new Doctor(new HostStack(theirs)).examine(Progress.silent(), deadline());

        assertThat(diagnosis.outcome()).isEqualTo(Diagnosis.Outcome.CLEAN);
        assertThat(diagnosis.findings())
                .filteredOn(finding -> !finding.judged())
                .extracting(Finding::id)
                .contains("nft", "ports", "leftovers", "neighbours");
        assertThat(find(diagnosis, "identities").judged()).isTrue();
    }

    private static Finding examined(String check) {
        return find(DOCTOR.examine(Progress.silent(), deadline()), check);
    }
}
