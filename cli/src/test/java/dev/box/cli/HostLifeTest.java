package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The life of one host: bare, set up, sharing its firewall with the real UFW, firewalld and Docker, rebooted, and rid of
 * it all. Ordered, since each test finds the host as the one before left it.
 */
@Tag("world")
@Tag("unsettled")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostLifeTest {

    private static final String LAB = "hostlife";
    private static final String HEALTHY = "10.88.0.|203.0.113.10|hi";

    /**
     * What a box is left with: address by DHCP, answer to a name, echo of a public host, separated by bars. Where DHCP
     * fails it gives itself an address, so that the three are told apart.
     */
    private static final String PROBE = """
            ip addr flush dev eth0 scope global; networkctl reconfigure eth0
            for i in $(seq 30); do ip -4 -o addr show dev eth0 | grep -q 10.88 && break; sleep 0.2; done
            a=$(ip -4 -o addr show dev eth0 scope global | grep -o '10\\.88\\.0\\.' | head -1)
            ip route | grep -q default || { ip addr add 10.88.0.251/24 dev eth0; ip route add default via 10.88.0.1; }
            n=$(timeout 4 getent ahostsv4 public.example.test | head -1 | cut -d' ' -f1)
            e=$(timeout 3 bash -c 'exec 3<>/dev/tcp/203.0.113.10/7 && echo hi >&3 && head -n1 <&3' 2>/dev/null)
            echo "$a|$n|$e"
            """;

    @BeforeAll
    static void aBareHost() {
        Subprocess.of(launcher(), "--version").run(Deadline.seconds(1800));
        // what a run that was cut off left standing is no bare host
        must(box("lab", "down", "--name", LAB));
        must(box("lab", "up", "--yes", "--name", LAB, "--bare", "--packages", "ufw,firewalld,docker.io"));
    }

    @AfterAll
    static void takeItDown() {
        must(box("lab", "down", "--name", LAB));
    }

    @Test
    @Order(1)
    void aDryRunOnABareHostNamesEverythingAndChangesNothing() {
        String before = sh("ls -lR /etc /usr/bin | sha256sum; nft list ruleset 2>&1; ip -o link");

        assertThat(must(inHost("box", "setup-host", "--dry-run", "--json")))
                .startsWith("{\"schema\":\"box.setup-host/1\",\"outcome\":\"planned\"")
                .contains("\"layer\":\"packages\",\"what\":\"incusd\",\"was\":\"absent\"")
                .contains("\"layer\":\"daemon\"", "\"layer\":\"pool\"", "\"layer\":\"unit\"", "\"layer\":\"firewall\"")
                .contains("\"layer\":\"acl\"", "\"layer\":\"network\"", "\"layer\":\"profile\"");

        assertThat(sh("ls -lR /etc /usr/bin | sha256sum; nft list ruleset 2>&1; ip -o link"))
                .isEqualTo(before);
    }

    @Test
    @Order(2)
    void twoSetupsAtOnceAreOneAfterTheOther() {
        CompletableFuture<Subprocess.Result> other =
                CompletableFuture.supplyAsync(() -> inHost("box", "setup-host", "--json"));
        String one = must(inHost("box", "setup-host", "--json"));
        String two = must(other.join());

        assertThat(List.of(one, two))
                .filteredOn(report -> report.contains("\"changes\":[]"))
                .as("one did it all, the other found it done")
                .hasSize(1);
        assertThat(must(inHost("box", "setup-host"))).contains("nothing had to change");
        must(inHost("sh", "-c", "box image import /srv/img/*"));
        must(inHost("box", "new", "life"));
        assertThat(probe()).isEqualTo(HEALTHY);
    }

    @Test
    @Order(3)
    void ufwLetsBoxesLiveAndStillGuardsTheHost() {
        install("ufw");
        sh("ufw --force enable");
        assertThat(probe()).as("without carve-outs").isEqualTo("||");
        sh("ufw allow in on boxnet to 10.99.0.1 port 53 proto udp comment box; ufw deny 7001/tcp");

        assertThat(must(inHost("box", "setup-host", "--json")))
                .contains("\"was\":\"allow in on boxnet to 10.99.0.1 port 53 proto udp\",\"is\":\"absent\"")
                .contains("\"was\":\"absent\",\"is\":\"allow in on boxnet to 10.88.0.1 port 53 proto udp\"");

        assertThat(probe()).isEqualTo(HEALTHY);
        theHostIsOutOfReach();
        assertThat(sh("ufw show added")).contains("ufw deny 7001/tcp").doesNotContain("10.99.0.1");
        sh("ufw disable");
    }

    @Test
    @Order(4)
    void firewalldLetsBoxesLiveAndStillGuardsTheHost() {
        install("firewalld");
        sh(
                "firewall-cmd --permanent --add-rich-rule='rule family=ipv4 source address=192.0.2.0/24 drop' && firewall-cmd"
                        + " --reload");
        assertThat(probe()).as("without carve-outs").isEqualTo("||");

        sh("ufw --force enable");
        Subprocess.Result both = inHost("box", "setup-host");
        assertThat(both.exitStatus()).isEqualTo(1);
        assertThat(both.stderr()).contains("UFW and firewalld are both active");
        sh("ufw disable");

        must(inHost("box", "setup-host"));
        assertThat(probe()).isEqualTo(HEALTHY);
        theHostIsOutOfReach();
        assertThat(sh("firewall-cmd --list-rich-rules")).contains("192.0.2.0/24");
        sh("sed -i s/10.88.0.1/10.99.0.1/ /etc/firewalld/zones/box.xml; firewall-cmd --reload");
        assertThat(must(inHost("box", "setup-host"))).contains("2 changes made");
        sh("systemctl disable --now firewalld");
    }

    @Test
    @Order(5)
    void dockersForwardDropLetsBoxesOut() {
        // Docker sets the policy only where it turns routing on itself, as on a host that boots into it
        install("docker.io");
        sh("systemctl stop docker docker.socket; iptables -F; iptables -X; sysctl -q -w net.ipv4.ip_forward=0"
                + " net.ipv6.conf.all.forwarding=0; systemctl start docker; sysctl -q -w net.ipv4.ip_forward=1");
        assertThat(sh("iptables -S FORWARD")).contains("-P FORWARD DROP");
        assertThat(probe()).as("without carve-outs").isEqualTo("10.88.0.|203.0.113.10|");

        must(inHost("box", "setup-host"));
        assertThat(probe()).isEqualTo(HEALTHY);
        sh("systemctl restart docker");
        assertThat(probe()).as("after Docker's restart").isEqualTo(HEALTHY);
        assertThat(sh("iptables -S FORWARD")).contains("-P FORWARD DROP");
        theHostIsOutOfReach();
    }

    @Test
    @Order(6)
    void afterARebootTheRulesAreInForceBeforeTheFirstBoxIsThere() {
        must(box("lab", "reboot", "--name", LAB));
        sh("until incus list -f csv -c ns | grep -q life,RUNNING; do :; done");

        long rules = Long.parseLong(sh("systemctl show -p ActiveEnterTimestampMonotonic --value box-firewall"));
        assertThat(rules).as("the unit ran in this boot").isPositive();
        assertThat(rules).isLessThan(boxStarted());
        assertThat(must(inHost("box", "setup-host", "--dry-run"))).contains("nothing would change");
        assertThat(probe()).isEqualTo(HEALTHY);
        must(inHost("box", "drill", "--host", "--yes", "--cell", "A2.host", "--cell", "A3"));
    }

    /** When the kernel started the box's first process, in microseconds of the same clock. */
    private static long boxStarted() {
        String pid = sh("incus info life | sed -n 's/^PID: //p'");
        String[] stat =
                sh("cat /proc/" + pid + "/stat").replaceFirst(".*\\) ", "").split(" ");
        long ticks = Long.parseLong(stat[19]);
        return ticks * 1_000_000 / Long.parseLong(sh("getconf CLK_TCK"));
    }

    @Test
    @Order(7)
    void teardownTakesBoxAndIncusOffAndLeavesTheNeighboursAsTheyWere() {
        sh("ufw --force enable");
        must(inHost("box", "setup-host"));

        assertThat(must(inHost("box", "teardown-host", "--yes", "--purge-incus")))
                .contains("none is left");

        assertThat(sh("ufw show added")).contains("ufw deny 7001/tcp").doesNotContain("boxnet");
        assertThat(sh("iptables -S; nft list tables; ip -o link; ls /etc/systemd/system /etc/firewalld/zones"))
                .contains("DOCKER-USER")
                .doesNotContain("boxnet", "inet box", "bridge box", "box-", "box.xml");
        assertThat(inHost("sh", "-c", "ls /usr/libexec/incus/incusd || ls /var/lib/incus/database")
                        .exitStatus())
                .isNotZero();
    }

    private static void install(String name) {
        sh("apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends "
                + name);
    }

    private static String probe() {
        return must(inHost("incus", "exec", "life", "--", "sh", "-c", PROBE)).strip();
    }

    /** Against a port that does answer: the host itself reaches it. */
    private static void theHostIsOutOfReach() {
        assertThat(sh("timeout 60 python3 -m http.server 7002 >/dev/null 2>&1 & "
                        + "until bash -c '</dev/tcp/10.88.0.1/7002' 2>/dev/null; do :; done; "
                        + "incus exec life -- timeout 2 bash -c '</dev/tcp/10.88.0.1/7002'; echo $?; kill $!"))
                .isEqualTo("124");
    }

    /** Runs a script in the host; it must succeed. */
    private static String sh(String script) {
        return must(inHost("sh", "-c", script)).strip();
    }

    private static String must(Subprocess.Result result) {
        assertThat(result.exitStatus())
                .as("%s%n%s%n%s", result.command(), result.stderr(), result.stdout())
                .isZero();
        return result.stdout();
    }

    private static Subprocess.Result inHost(String... command) {
        List<String> words = new ArrayList<>(List.of("lab", "exec", "--name", LAB, "--"));
        words.addAll(List.of(command));
        return box(words.toArray(new String[0]));
    }

    private static Subprocess.Result box(String... words) {
        List<String> command = new ArrayList<>(List.of(launcher()));
        command.addAll(List.of(words));
        return Subprocess.of(command).run(Deadline.seconds(600));
    }

    private static String launcher() {
        return Objects.requireNonNull(
                System.getenv("BOX_TEST_BOX"), "BOX_TEST_BOX must name the launcher; ./test lab sets it");
    }
}
