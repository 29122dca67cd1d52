package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The life of one host: bare, set up, sharing its firewall with the real UFW, firewalld and Docker, broken and repaired,
 * rebooted, rid of it all, and set up again where its own uplink has the default subnet. Ordered, since each test finds
 * the host as the one before left it.
 */
@Tag("world")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostLifeTest {

    private static final LabDriver LAB = new LabDriver("hostlife");
    private static final String HEALTHY = "10.88.0.|203.0.113.10|hi";

    /**
     * What a box is left with: address by DHCP, answer to a name, echo of a public host, separated by bars. Where DHCP
     * fails it gives itself an address, so that the three are told apart.
     */
    private static final String PROBE = """
            ip addr flush dev eth0 scope global; networkctl reconfigure eth0
            for i in $(seq 100); do ip -4 -o addr show dev eth0 scope global | grep -q . && break; sleep 0.1; done
            a=$(ip -4 -o addr show dev eth0 scope global | grep -o '10\\.[0-9]*\\.0\\.' | head -1)
            ip route | grep -q default || { ip addr add 10.88.0.251/24 dev eth0; ip route add default via 10.88.0.1; }
            n=$(timeout 6 getent ahostsv4 public.example.test | head -1 | cut -d' ' -f1)
            e=$(timeout 6 bash -c 'exec 3<>/dev/tcp/203.0.113.10/7 && echo hi >&3 && head -n1 <&3' 2>/dev/null)
            echo "$a|$n|$e"
            """;

    @BeforeAll
    static void aBareHost() {
        LAB.up("--bare", "--packages", "ufw,firewalld,docker.io");
    }

    @AfterAll
    static void takeItDown() {
        LAB.down();
    }

    @Test
    @Order(1)
    void aDryRunOnABareHostNamesEverythingAndChangesNothing() {
        String before = LAB.sh("ls -lR /etc /usr/bin | sha256sum; nft list ruleset 2>&1; ip -o link");

        assertThat(LabDriver.must(LAB.inHost("box", "setup-host", "--dry-run", "--json")))
                .startsWith("{\"schema\":\"box.setup-host/1\",\"outcome\":\"planned\"")
                .contains("\"layer\":\"packages\",\"what\":\"incusd\",\"was\":\"absent\"")
                .contains("\"layer\":\"daemon\"", "\"layer\":\"pool\"", "\"layer\":\"unit\"", "\"layer\":\"firewall\"")
                .contains("\"layer\":\"acl\"", "\"layer\":\"network\"", "\"layer\":\"profile\"");

        assertThat(LAB.sh("ls -lR /etc /usr/bin | sha256sum; nft list ruleset 2>&1; ip -o link"))
                .isEqualTo(before);
    }

    @Test
    @Order(2)
    void twoSetupsAtOnceAreOneAfterTheOtherAndOneIsEnough() {
        CompletableFuture<Subprocess.Result> other =
                CompletableFuture.supplyAsync(() -> LAB.inHost("box", "setup-host", "--json"));
        String one = LabDriver.must(LAB.inHost("box", "setup-host", "--json"));
        String two = LabDriver.must(other.join());

        assertThat(List.of(one, two))
                .filteredOn(report -> report.contains("\"changes\":[]"))
                .as("one did it all, the other found it done")
                .hasSize(1);
        LAB.sh("box image import /srv/img/*");
        LAB.box("new", "life");
        assertThat(probe()).isEqualTo(HEALTHY);
        theDrillIsGreen();

        String running = "incus info life | grep ^PID; ip -br link show master boxnet; pgrep -x dnsmasq"
                + "; systemctl show -p InvocationID box-firewall incus";
        String before = LAB.sh(running);
        assertThat(LAB.box("setup-host")).contains("nothing had to change");
        assertThat(LAB.sh(running)).as("nothing restarts under a running box").isEqualTo(before);
    }

    @Test
    @Order(3)
    void ufwLetsBoxesLiveAndStillGuardsTheHost() {
        only("ufw");
        LAB.sh("ufw --force enable");
        assertThat(probe()).as("without carve-outs").isEqualTo("||");
        LAB.sh("ufw allow in on boxnet to 10.99.0.1 port 53 proto udp comment box; ufw allow 7001/tcp");

        assertThat(LabDriver.must(LAB.inHost("box", "setup-host", "--json")))
                .contains("\"was\":\"allow in on boxnet to 10.99.0.1 port 53 proto udp\",\"is\":\"absent\"")
                .contains("\"was\":\"absent\",\"is\":\"allow in on boxnet to 10.88.0.1 port 53 proto udp\"");

        assertThat(probe()).isEqualTo(HEALTHY);
        assertThat(LAB.sh("ufw show added")).contains("ufw allow 7001/tcp").doesNotContain("10.99.0.1");
        theLanReachesOnlyWhatTheHostsFirewallLetsIn();
        theDrillIsGreen();
    }

    @Test
    @Order(4)
    void theDoctorNamesEachOfManyFaultsAndRepairsItUnderARunningBox() {
        only("ufw");
        LAB.sh("ufw --force enable");
        LAB.inHost("sh", "-c", "timeout -s KILL 5 box drill --host --yes >/dev/null 2>&1");
        LAB.sh("set -e; incus network acl rule remove box-isolate egress destination=172.16.0.0/12"
                + "; incus profile device set box-net eth0 security.mac_filtering=false"
                + "; ufw route delete allow in on boxnet; ufw allow in on boxnet to 10.99.0.1 port 53 proto udp comment box"
                + "; ufw disable; nft flush ruleset; ufw --force enable"
                + "; pkill -KILL -x dnsmasq; while pgrep -x dnsmasq; do :; done");
        String pid = LAB.sh("incus info life | grep ^PID");

        Subprocess.Result found = LAB.inHost("box", "doctor", "--json");
        assertThat(found.exitStatus()).isEqualTo(1);
        for (String check :
                List.of("nft", "acl.live", "dnsmasq", "acl", "profile", "mac-filter", "neighbours", "leftovers")) {
            assertThat(found.stdout()).contains("{\"id\":\"" + check + "\",\"verdict\":\"dirty\",\"judged\":true");
        }
        assertThat(found.stdout())
                .contains("live table inet box: absent", "no process", "drop to 172.16.0.0/12", "box drill-")
                .contains(
                        "eth0.security.mac_filtering: false", "UFW: allow in on boxnet to 10.99.0.1 port 53 proto udp")
                .contains("UFW: absent");

        assertThat(LAB.box("doctor", "--fix")).doesNotContain("DIRTY");

        assertThat(LAB.sh("incus info life | grep ^PID")).isEqualTo(pid);
        assertThat(LAB.box("setup-host", "--dry-run")).contains("nothing would change");
        assertThat(probe()).isEqualTo(HEALTHY);
        theDrillIsGreen();
    }

    @Test
    @Order(5)
    void twoActiveFirewallsAreRefusedBeforeAnythingIsChanged() {
        only("firewalld");
        LAB.sh("ufw --force enable; nft delete table bridge box");

        Subprocess.Result both = LAB.inHost("box", "setup-host");

        assertThat(both.exitStatus()).isEqualTo(1);
        assertThat(both.stderr()).contains("UFW and firewalld are both active", "nothing was changed");
        assertThat(LAB.sh("nft list tables")).doesNotContain("bridge box");
    }

    @Test
    @Order(6)
    void firewalldLetsBoxesLiveAndStillGuardsTheHost() {
        only("firewalld");
        LAB.sh("firewall-cmd --permanent --add-port=7001/tcp && firewall-cmd --reload");
        assertThat(probe()).as("without carve-outs").isEqualTo("||");

        LAB.box("setup-host");

        assertThat(probe()).isEqualTo(HEALTHY);
        for (String again :
                List.of("firewall-cmd --reload", "firewall-cmd --complete-reload", "systemctl restart firewalld")) {
            LAB.sh(again);
            assertThat(probe()).as(again).isEqualTo(HEALTHY);
            assertThat(LAB.box("setup-host", "--dry-run")).as(again).contains("nothing would change");
        }
        assertThat(LAB.box("doctor")).doesNotContain("DIRTY");
        assertThat(LAB.sh("firewall-cmd --list-ports")).isEqualTo("7001/tcp");
        theLanReachesOnlyWhatTheHostsFirewallLetsIn();
        theDrillIsGreen();

        LAB.sh("sed -i s/10.88.0.1/10.99.0.1/ /etc/firewalld/zones/box.xml; firewall-cmd --reload");
        assertThat(LAB.box("setup-host")).contains("2 changes made");
    }

    @Test
    @Order(7)
    void dockersForwardDropLetsBoxesOutAndNobodyElse() {
        // Docker sets the policy only where it turns routing on itself, as on a host that boots into it
        only("docker");
        LAB.sh("systemctl stop docker docker.socket; iptables -F; iptables -X; sysctl -q -w net.ipv4.ip_forward=0"
                + " net.ipv6.conf.all.forwarding=0; systemctl start docker; sysctl -q -w net.ipv4.ip_forward=1");
        assertThat(LAB.sh("iptables -S FORWARD")).contains("-P FORWARD DROP");
        assertThat(probe()).as("without carve-outs").isEqualTo("10.88.0.|203.0.113.10|");

        LAB.box("setup-host");

        assertThat(probe()).isEqualTo(HEALTHY);
        LAB.sh("systemctl restart docker");
        assertThat(probe()).as("after Docker's restart").isEqualTo(HEALTHY);
        assertThat(LAB.sh("iptables -S FORWARD")).contains("-P FORWARD DROP");
        dockersOwnBridgeIsLetOutAndAnotherIsNot();
        theDrillIsGreen();
    }

    @Test
    @Order(8)
    void afterARebootNoPacketOfAnAutostartingBoxEverPassedTheRules() {
        LAB.sh("cat > /etc/box/witness.nft <<'END'\n" + WITNESS + "END\n"
                + "cat > /etc/systemd/system/box-witness.service <<'END'\n" + WITNESS_UNIT + "END\n"
                + "echo 'until nft list counter inet witness passed | grep -q \"packets [1-9]\"; do :; done'"
                + " > /etc/box/until-one-passed; systemctl daemon-reload; systemctl enable box-witness");
        LAB.sh("incus exec life -- sh -c 'cat > /etc/systemd/system/eager.service && systemctl enable eager' <<'END'\n"
                + EAGER + "END");

        // the rules take their time: without the order they come after the first packet, and with it Incus waits
        beforeTheRules("sh /etc/box/until-one-passed");
        LAB.sh("sed -i 's/^Before=.*/Before=shutdown.target/' /etc/systemd/system/box-firewall.service");
        LAB.reboot();
        assertThat(passed()).as("out of order: what the witness can see").isPositive();
        assertThat(LAB.box("doctor", "--fix")).contains("box-firewall.service: another version → as shipped");

        beforeTheRules("-timeout 15 sh /etc/box/until-one-passed");
        LAB.reboot();
        LAB.sh("until nft list chain inet box input | grep -q 'boxnet. counter packets [1-9]'; do :; done");
        assertThat(passed()).as("the box tried, and box's rules took it").isZero();
        // the test's own way to make the rules late, which is a finding, as it should be
        assertThat(LAB.box("setup-host", "--dry-run")).contains("slow.conf").contains("1 change would be made");
        LAB.sh("incus exec life -- systemctl disable --now eager; rm -r /etc/systemd/system/box-firewall.service.d"
                + "; systemctl daemon-reload");
        assertThat(LAB.box("setup-host", "--dry-run")).contains("nothing would change");
        assertThat(probe()).isEqualTo(HEALTHY);
        theDrillIsGreen();
    }

    private static void beforeTheRules(String command) {
        LAB.sh(
                "mkdir -p /etc/systemd/system/box-firewall.service.d && cat > /etc/systemd/system/box-firewall.service.d/slow.conf"
                        + " <<'END' && systemctl daemon-reload\n[Unit]\nAfter=box-witness.service\n[Service]\nExecStartPre="
                        + command + "\nEND\n");
    }

    /** Sees every frame that comes from a box, and every packet to the host that no rule of box's took. */
    private static final String WITNESS = """
            table bridge witness {
                counter frames { }
                chain from_boxes {
                    type filter hook prerouting priority -400; policy accept;
                    iifname "veth*" counter name frames
                }
            }
            table inet witness {
                counter passed { }
                chain after_box {
                    type filter hook input priority filter - 9; policy accept;
                    iifname "boxnet" tcp dport 4444 counter name passed
                }
            }
            """;

    private static final String WITNESS_UNIT = """
            [Unit]
            DefaultDependencies=no
            After=local-fs.target
            Before=network-pre.target incus.service incus.socket

            [Service]
            Type=oneshot
            RemainAfterExit=yes
            ExecStart=/usr/sbin/nft -f /etc/box/witness.nft

            [Install]
            WantedBy=multi-user.target
            """;

    /** In the box: tries what it may not from the first moment on. */
    private static final String EAGER = """
            [Unit]
            DefaultDependencies=no

            [Service]
            ExecStart=bash -c 'while :; do timeout 0.2 bash -c "</dev/tcp/10.88.0.1/4444"; sleep 0.02; done'

            [Install]
            WantedBy=sysinit.target
            """;

    /**
     * Unplugs the box and returns how many of its packets passed box's rules since boot. The count is worth
     * something because the witness saw each frame that ever left the box's port.
     */
    private static long passed() {
        LAB.sh("until incus list -f csv -c ns | grep -q life,RUNNING; do :; done");
        String port = LAB.sh("incus config get life volatile.eth0.host_name");
        LAB.sh("ip link set " + port + " down");
        long sent = Long.parseLong(LAB.sh("cat /sys/class/net/" + port + "/statistics/rx_packets"));
        assertThat(counted("bridge witness frames"))
                .as("frames that the witness saw")
                .isEqualTo(sent);
        long passed = counted("inet witness passed");
        LAB.sh("ip link set " + port + " up");
        return passed;
    }

    private static long counted(String counter) {
        return Long.parseLong(LAB.sh("nft list counter " + counter + " | sed -n 's/.*packets \\([0-9]*\\).*/\\1/p'"));
    }

    @Test
    @Order(9)
    void teardownTakesBoxAndIncusOffAndLeavesTheNeighboursAsTheyWere() {
        only("ufw");
        LAB.sh("systemctl disable --now box-witness; rm -rf /etc/systemd/system/box-witness.service"
                + " /etc/systemd/system/box-firewall.service.d /etc/box/witness.nft /etc/box/until-one-passed"
                + "; nft delete table inet witness; nft delete table bridge witness; ufw --force enable");
        LAB.box("setup-host");

        assertThat(LAB.box("teardown-host", "--yes", "--purge-incus")).contains("none is left");

        assertThat(LAB.sh("ufw show added")).contains("ufw allow 7001/tcp").doesNotContain("boxnet");
        assertThat(LAB.sh("iptables -S; nft list tables; ip -o link; ls /etc/systemd/system /etc/firewalld/zones"))
                .contains("DOCKER-USER")
                .doesNotContain("boxnet", "inet box", "bridge box", "box-", "box.xml");
        assertThat(LAB.inHost("sh", "-c", "ls /usr/libexec/incus/incusd || ls /var/lib/incus/database")
                        .exitStatus())
                .isNotZero();
    }

    /** As inside a box of another box: the uplink has the default subnet; and the host asks a VPN's resolver. */
    @Test
    @Order(10)
    void aNestedHostMovesAsideAndItsVpnsNamesStayItsOwn() {
        only("docker");
        assertThat(LAB.around("inet", "ip addr add 10.88.0.1/24 dev br-lan")).isZero();
        LAB.sh("ip addr add 10.88.0.7/24 dev eth0; ip route replace default via 10.88.0.1"
                + "; echo nameserver 100.64.0.9 > /etc/resolv.conf");

        assertThat(LAB.box("setup-host")).contains("10.88.0.0/24 is taken by", "boxnet gets 10.89.0.0/24");
        LAB.sh("box image import /srv/img/*");
        LAB.box("new", "life");

        assertThat(probe()).isEqualTo("10.89.0.|203.0.113.10|hi");
        assertThat(LAB.sh("getent ahostsv4 intranet.vpn.test")).contains("10.200.0.5");
        assertThat(LAB.inHost("incus", "exec", "life", "--", "getent", "ahostsv4", "intranet.vpn.test")
                        .exitStatus())
                .as("a name of the host's VPN")
                .isEqualTo(2);
        assertThat(LAB.box("doctor")).doesNotContain("DIRTY");
        theDrillIsGreen();
    }

    /** Of UFW, firewalld and Docker, installs this one and switches the first two off unless they are meant. */
    private static void only(String neighbour) {
        LAB.sh("ufw disable 2>/dev/null; systemctl disable --now firewalld 2>/dev/null; true");
        String name = neighbour.equals("docker") ? "docker.io" : neighbour;
        LAB.sh("dpkg -s " + name
                + " >/dev/null 2>&1 || { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y"
                + " install --no-install-recommends " + name + "; }");
        if (neighbour.equals("firewalld")) {
            LAB.sh("systemctl enable --now firewalld");
        }
    }

    private static String probe() {
        return LabDriver.must(LAB.inHost("incus", "exec", "life", "--", "sh", "-c", PROBE))
                .strip();
    }

    private static void theDrillIsGreen() {
        assertThat(LAB.box("drill", "--host", "--yes", "--phases", "isolation")).contains("(exit 0)");
    }

    /** Both ports have a listener; the operator let the first one in. */
    private static void theLanReachesOnlyWhatTheHostsFirewallLetsIn() {
        LAB.sh("systemd-run -q --unit=served-1 python3 -m http.server 7001"
                + "; systemd-run -q --unit=served-2 python3 -m http.server 7002"
                + "; until bash -c '</dev/tcp/127.0.0.1/7001 && </dev/tcp/127.0.0.1/7002' 2>/dev/null; do :; done");
        try {
            assertThat(LAB.around("lan", "timeout 10 bash -c '</dev/tcp/192.168.77.2/7001'"))
                    .as("let in by the operator")
                    .isZero();
            assertThat(LAB.around("lan", "timeout 2 bash -c '</dev/tcp/192.168.77.2/7002'"))
                    .as("not let in")
                    .isNotZero();
        } finally {
            LAB.sh("systemctl stop served-1 served-2");
        }
    }

    /** Two namespaces stand for a container of Docker's and for a machine behind some other interface. */
    private static void dockersOwnBridgeIsLetOutAndAnotherIsNot() {
        LAB.sh("for n in docked other; do ip netns add $n; ip link add to-$n type veth peer name eth0 netns $n"
                + "; ip -n $n link set eth0 up; ip link set to-$n up; done"
                + "; ip link set to-docked master docker0; ip -n docked addr add 172.17.0.9/16 dev eth0"
                + "; ip -n docked route add default via 172.17.0.1; ip addr add 10.55.0.1/24 dev to-other"
                + "; ip -n other addr add 10.55.0.2/24 dev eth0; ip -n other route add default via 10.55.0.1");
        String out = " timeout 5 bash -c '</dev/tcp/203.0.113.10/7'; echo $?";
        try {
            assertThat(LAB.sh("ip netns exec docked" + out)).isEqualTo("0");
            assertThat(LAB.sh("ip netns exec other" + out)).isEqualTo("124");
        } finally {
            LAB.sh("ip netns delete docked; ip netns delete other");
        }
    }
}
