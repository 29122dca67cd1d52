package dev.box.core.host;

import static dev.box.core.host.LabHostFixture.deadline;
import static dev.box.core.host.LabHostFixture.run;
import static dev.box.core.host.LabHostFixture.sh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the shipped rules do to real packets: two namespaces stand for boxes, attached to boxnet by hand so that neither
 * port isolation nor anything of Incus's stands in the way, and every "blocked" has the same packet let through once.
 */
@Tag("lab")
class FirewallLabTest {

    private static final String A = "boxtest-a";
    private static final String B = "boxtest-b";
    private static final String REFUSED = "refused";

    /** Sends one broadcast frame from each MAC through a tap on boxnet, as QEMU does for a VM. */
    private static final String TAP = """
            perl -e 'open(my $tap, "+<", "/dev/net/tun") or die; \
            my $request = pack("a16sx22", "tapbox1", 0x1002); ioctl($tap, 0x400454ca, $request) or die; \
            system("ip link set tapbox1 master boxnet up") == 0 or die; \
            for (@ARGV) { syswrite($tap, pack("H12H12H4x46", "ffffffffffff", tr/://dr, "88b5")) or die }' --""";

    private final Host host = LabHostFixture.host();
    private final HostStack stack = new HostStack(host);

    @BeforeEach
    void attach() {
        detach();
        new SetupHost(stack).run(Progress.silent(), deadline());
        attach(A, "raw-a", "10.88.0.251");
        attach(B, "raw-b", "10.88.0.252");
    }

    @AfterEach
    void detach() {
        run(
                host,
                "ip netns delete " + A + "; ip netns delete " + B + "; ip addr del 10.66.0.1/32 dev lo"
                        + "; sysctl -q -w net.ipv4.conf.boxnet.route_localnet=0");
    }

    @Test
    void noFrameGoesFromPortToPort() {
        assertThat(connect(A, "10.88.0.252", 4444)).isEqualTo("silent");

        sh(host, "nft flush chain bridge box forward");
        assertThat(connect(A, "10.88.0.252", 4444)).as("without the rule").isEqualTo(REFUSED);
    }

    @Test
    void theGatewayAnswersDnsAndNothingElse() {
        assertThat(connect(A, "10.88.0.1", 53)).isEqualTo("reached");
        assertThat(connect(A, "10.88.0.1", 4444)).isEqualTo("silent");

        sh(host, "nft flush chain inet box input");
        sh(host, "nft delete table inet incus");
        assertThat(connect(A, "10.88.0.1", 4444)).as("without the rule").isEqualTo(REFUSED);
    }

    @Test
    void anotherAddressOfTheHostAnswersNothingNotEvenDns() {
        sh(host, "ip addr add 10.66.0.1/32 dev lo");
        // Incus's own rules would hide what ours do
        sh(host, "nft delete table inet incus");

        assertThat(connect(A, "10.66.0.1", 53)).isEqualTo("silent");
        assertThat(connect(A, "10.66.0.1", 4444)).isEqualTo("silent");

        sh(host, "nft flush chain inet box input");
        assertThat(connect(A, "10.66.0.1", 53)).as("without the rule").isEqualTo(REFUSED);
    }

    @Test
    void loopbackIsOutOfReachEvenWhereDoorsNeedRouteLocalnet() {
        sh(host, "sysctl -q -w net.ipv4.conf.boxnet.route_localnet=1; nft delete table inet incus");
        sh(
                host,
                "ip netns exec " + A + " sh -c 'sysctl -q -w net.ipv4.conf.all.route_localnet=1;"
                        + " ip route del local 127.0.0.0/8 table local; ip addr flush dev lo;"
                        + " ip route add 127.0.0.1/32 via 10.88.0.1 src 10.88.0.251'");

        assertThat(connect(A, "127.0.0.1", 4444)).isEqualTo("silent");

        sh(host, "nft flush chain inet box wire");
        assertThat(connect(A, "127.0.0.1", 4444)).as("by the input chain alone").isEqualTo("silent");

        sh(host, "nft flush chain inet box input");
        assertThat(connect(A, "127.0.0.1", 4444)).as("without the rule").isEqualTo(REFUSED);
    }

    @Test
    void noSixthVersionOfTheSameHole() {
        // Incus turns IPv6 off on the bridge; here it is on, as after a hand that "fixed" it
        sh(host, "sysctl -q -w net.ipv6.conf.boxnet.disable_ipv6=0 && ip -6 addr add fe80::1/64 dev boxnet nodad");
        String linkLocal = "fe80::1";
        try {
            assertThat(connect(A, linkLocal + "%eth0", 53)).isEqualTo("silent");

            sh(host, "nft flush chain inet box input; nft flush chain inet box output; nft delete table inet incus");
            assertThat(connect(A, linkLocal + "%eth0", 4444))
                    .as("without the rule")
                    .isEqualTo(REFUSED);
        } finally {
            sh(host, "sysctl -q -w net.ipv6.conf.boxnet.disable_ipv6=1");
        }
    }

    @Test
    void nothingIsRoutedFromBoxToBoxByTheHost() {
        // the detour: to the gateway's MAC, with the sibling's address, as a /32 without a link route makes a guest do
        sh(host, "nft delete table inet incus; sysctl -q -w net.ipv4.ip_forward=1");
        sh(host, "ip netns exec " + A + " ip route add 10.88.0.252/32 via 10.88.0.1");

        assertThat(connect(A, "10.88.0.252", 4444)).isEqualTo("silent");

        sh(host, "nft flush chain inet box forward");
        sh(host, "ip netns exec " + B + " ip route add 10.88.0.251/32 via 10.88.0.1");
        assertThat(connect(A, "10.88.0.252", 4444)).as("without the rule").isEqualTo(REFUSED);
    }

    @Test
    void aVmsPortIsBoundToItsMacAsAContainersIs() {
        String own = "10:66:6a:00:00:01";
        assertThat(sh(host, TAP + " " + own + "; nft list set bridge box bindings"))
                .contains("\"tapbox1\" . " + own);

        assertThat(sh(host, TAP + " " + own + " 10:66:6a:00:00:02; nft list set bridge box bindings"))
                .as("a frame in another's name")
                .doesNotContain("10:66:6a:00:00:02");

        sh(host, "nft flush chain bridge box claim; nft flush set bridge box bindings");
        assertThat(sh(host, TAP + " " + own + " 10:66:6a:00:00:02; nft list set bridge box bindings"))
                .as("without the rule")
                .contains("\"tapbox1\" . 10:66:6a:00:00:02");
    }

    private void attach(String namespace, String port, String address) {
        sh(
                host,
                "set -e; ip netns add " + namespace + "; ip link add " + port + " type veth peer name eth0 netns "
                        + namespace
                        + "; ip link set " + port + " master boxnet up; ip -n " + namespace + " link set lo up"
                        // no duplicate address detection: a link-local address is to be usable at once
                        + "; ip netns exec " + namespace + " sysctl -q -w net.ipv6.conf.eth0.accept_dad=0"
                        + "; ip -n " + namespace + " link set eth0 up; ip -n " + namespace + " addr add " + address
                        + "/24 dev eth0"
                        + "; ip -n " + namespace + " route add default via 10.88.0.1");
    }

    /** {@code reached}, {@code refused} (the packet arrived) or {@code silent}; anything else fails the test. */
    private String connect(String from, String address, int port) {
        // an earlier, unanswered question for the neighbour must not decide this probe
        sh(host, "ip -n " + from + " neigh flush all nud all");
        Subprocess.Result result = run(
                host,
                "ip netns exec " + from + " env LC_ALL=C timeout 2 bash -c '</dev/tcp/" + address + "/" + port + "'");
        if (result.ok()) {
            return "reached";
        }
        if (result.stderr().contains("Connection refused")) {
            return REFUSED;
        }
        boolean silent = result.exitStatus() == 124 || result.stderr().contains("No route to host");
        assertThat(silent).as("probe: %s", result).isTrue();
        return "silent";
    }
}
