package dev.box.core.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Change;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.SetupHost;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Templates;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import dev.box.incus.Incus;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A door lets exactly one port out, to the host's loopback and nobody else. A namespace on a wire of its own stands for a
 * host of the LAN; each "silent" is answered once with what should have kept it silent taken away.
 */
@Tag("lab")
class DoorLabTest {

    private static final String LAN = "doortest-lan";
    private static final int PORT = 7080;
    private static final int OTHER = 7081;
    private static final int ON_HOST = 17_080;

    private static final Settings SETTINGS = Settings.of(Map.of("INCUS_SOCKET", socket()));
    private static final Incus INCUS = Incus.connect(Endpoint.of(Path.of(socket())));
    private static final Boxes BOXES = new Boxes(INCUS, SETTINGS);
    private static final HostStack STACK = new HostStack(new Host(Machine.local(), SETTINGS, () -> INCUS));
    private static final Doors DOORS = new Doors(INCUS, BOXES, STACK);

    private static String address = "";

    @BeforeAll
    static void twoBoxesAndALan() {
        new SetupHost(STACK).run(Progress.silent(), soon());
        address = mint("door-a");
        mint("door-b");
        serve("door-a", PORT);
        serve("door-a", OTHER);
        sh("ip netns del " + LAN + " 2>/dev/null; set -e; ip netns add " + LAN
                + "; ip link add lan0 type veth peer name"
                + " eth0 netns " + LAN + "; ip addr add 10.99.0.1/24 dev lan0; ip link set lan0 up; ip -n " + LAN
                + " link set lo up; ip -n " + LAN + " addr add 10.99.0.2/24 dev eth0; ip -n " + LAN
                + " link set eth0 up; ip -n " + LAN + " route add default via 10.99.0.1");
        // so that the peer's packets to a loopback address leave it at all, as any machine on a wire can have it
        sh("ip netns exec " + LAN + " sh -c 'sysctl -q -w net.ipv4.conf.all.route_localnet=1; ip route del local"
                + " 127.0.0.0/8 table local; ip addr flush dev lo; ip route add 127.0.0.1/32 via 10.99.0.1 src"
                + " 10.99.0.2'");
    }

    @AfterAll
    static void removeThem() {
        sh("ip netns del " + LAN + "; ip link del lan0 2>/dev/null; true");
        for (String name : List.of("door-a", "door-b")) {
            if (INCUS.instances().find(name, soon()).isPresent()) {
                BOXES.remove(name, true, Progress.silent(), soon());
            }
        }
    }

    @AfterEach
    void nothingIsLeft() {
        for (Door door : DOORS.list(soon())) {
            DOORS.close(door.box(), door.port(), Progress.silent(), soon());
        }
        assertThat(ingress()).isEmpty();
        assertThat(sh("cat /proc/sys/net/ipv4/conf/boxnet/route_localnet").stdout())
                .isEqualTo("0\n");
        assertThat(Path.of("/etc/sysctl.d/60-box-doors.conf")).doesNotExist();
        assertThat(sh("nft list ruleset").stdout()).doesNotContain("dnat");
        assertThat(INCUS.instances().get("door-a", soon()).value().devices()).isEmpty();
        assertThat(STACK.verify(soon())).isEmpty();
    }

    @Test
    void onePortIsReachableOnTheHostsLoopbackAndNowhereElse() {
        Doors.Opened opened = DOORS.open("door-a", PORT, ON_HOST, Progress.silent(), soon());
        assertThat(opened.answered()).isTrue();
        assertThat(host("127.0.0.1", ON_HOST)).isEqualTo("reached");

        assertThat(host("127.0.0.1", ON_HOST + 1)).as("another host port").isEqualTo("refused");
        assertThat(host("10.99.0.1", ON_HOST)).as("the host's LAN address").isEqualTo("refused");
        assertThat(host("10.88.0.1", ON_HOST)).as("the gateway's address").isEqualTo("refused");
        assertThat(host(address, PORT)).as("the host past the door").isEqualTo("silent");
        assertThat(host(address, OTHER)).as("a second port of the box").isEqualTo("silent");
        assertThat(lan("10.99.0.1", ON_HOST)).as("LAN to the host").isEqualTo("refused");
        assertThat(lan("127.0.0.1", ON_HOST)).as("LAN forging loopback").isEqualTo("silent");
        assertThat(lan(address, PORT)).as("LAN to the box").isEqualTo("silent");
        assertThat(lan(address, OTHER)).as("LAN to its second port").isEqualTo("silent");
        for (String target : List.of("10.88.0.1", "127.0.0.1", "10.99.0.1")) {
            assertThat(sibling(target, ON_HOST)).as("sibling to " + target).isIn("silent", "own refusal");
        }
        assertThat(sibling(address, PORT)).as("sibling to the box").isEqualTo("silent");

        withoutTheLayersTheSameProbesArrive();
    }

    /** The measure of the measurement, and then: setup takes away an opening that no door asked for, and keeps the door. */
    private void withoutTheLayersTheSameProbesArrive() {
        sh("incus network acl rule add box-isolate ingress action=allow state=enabled");
        assertThat(host(address, OTHER)).as("by chain output alone").isEqualTo("silent");
        assertThat(lan(address, PORT)).as("by chain forward alone").isEqualTo("silent");
        sh("nft flush chain inet box output; nft flush chain inet box forward");
        assertThat(host(address, OTHER)).as("control").isEqualTo("reached");
        assertThat(lan(address, PORT)).as("control").isEqualTo("reached");
        assertThat(lan("127.0.0.1", ON_HOST)).as("by chain wire alone").isEqualTo("silent");
        sh("nft flush chain inet box wire");
        assertThat(lan("127.0.0.1", ON_HOST)).as("control").isEqualTo("reached");

        new SetupHost(STACK).run(Progress.silent(), soon());
        assertThat(ingress()).containsExactly("allow 127.0.0.1/32 " + address + "/32 tcp " + PORT);
        assertThat(host("127.0.0.1", ON_HOST)).as("setup kept the door").isEqualTo("reached");
        assertThat(host(address, OTHER)).isEqualTo("silent");
        assertThat(lan(address, PORT)).isEqualTo("silent");
        assertThat(lan("127.0.0.1", ON_HOST)).isEqualTo("silent");
    }

    @Test
    void removedIsDeadAndTheLastDoorReleasesTheAddress() {
        DOORS.open("door-a", PORT, ON_HOST, Progress.silent(), soon());
        DOORS.open("door-a", OTHER, ON_HOST + 1, Progress.silent(), soon());
        assertThat(DOORS.list(soon())).extracting(Door::hostPort).containsExactly(ON_HOST, ON_HOST + 1);

        DOORS.close("door-a", PORT, Progress.silent(), soon());
        assertThat(host("127.0.0.1", ON_HOST)).isEqualTo("refused");
        assertThat(host("127.0.0.1", ON_HOST + 1)).isEqualTo("reached");
        assertThat(pinned("door-a")).isEqualTo(address);

        DOORS.close("door-a", OTHER, Progress.silent(), soon());
        assertThat(host("127.0.0.1", ON_HOST + 1)).isEqualTo("refused");
        assertThat(pinned("door-a")).isEmpty();
    }

    @Test
    void tenRoundsLeaveNothing() {
        String before = sh("nft -st list ruleset").stdout();
        for (int round = 0; round < 10; round++) {
            DOORS.open("door-a", PORT, ON_HOST, Progress.silent(), soon());
            DOORS.close("door-a", PORT, Progress.silent(), soon());
        }
        assertThat(sh("nft -st list ruleset").stdout()).isEqualTo(before);
        assertThat(sh("cat /sys/class/net/boxnet/brif/*/isolated").stdout().lines())
                .containsOnly("1");
    }

    @Test
    void aPortThatIsTakenIsRefusedBeforeAnythingChanges() throws IOException {
        DOORS.open("door-b", PORT, ON_HOST, Progress.silent(), soon());
        try (ServerSocket busy = new ServerSocket(0)) {
            var before = INCUS.instances().get("door-a", soon());
            for (int port : List.of(busy.getLocalPort(), ON_HOST, 80)) {
                assertThatThrownBy(() -> DOORS.open("door-a", PORT, port, Progress.silent(), soon()))
                        .isInstanceOf(BoxFailure.Refused.class);
            }
            assertThat(INCUS.instances().get("door-a", soon())).isEqualTo(before);
            assertThat(ingress()).hasSize(1);
        }
        DOORS.close("door-b", PORT, Progress.silent(), soon());
    }

    @Test
    void nothingListeningInsideIsToldApartFromAClosedDoor() {
        Doors.Opened opened = DOORS.open("door-a", PORT + 5, ON_HOST, Progress.silent(), soon());
        assertThat(opened.answered()).isFalse();
        assertThat(host("127.0.0.1", ON_HOST)).isEqualTo("refused");
    }

    @Test
    void aFailureHalfWayLeavesNothingBehind() {
        sh("nft flush chain inet box door");
        try {
            assertThatThrownBy(() -> DOORS.open("door-a", PORT, ON_HOST, Progress.silent(), soon()))
                    .isInstanceOf(BoxFailure.Failed.class)
                    .hasMessageContaining("nothing came back");
            assertThat(ingress()).isEmpty();
            assertThat(DOORS.list(soon())).isEmpty();
        } finally {
            new SetupHost(STACK).run(Progress.silent(), soon());
        }
    }

    @Test
    void aDoorThatWasKilledHalfWayIsCompletedByTheSameCommand() {
        // the device and nothing else, as a kill after the first of the two calls leaves it
        Door door = new Door("door-a", PORT, ON_HOST, "tcp:" + address + ":" + PORT);
        new DoorDevices(INCUS).add(door, soon());
        assertThat(STACK.doors().verify(soon())).extracting(Change::what).contains("ingress rule");
        assertThat(DOORS.open("door-a", PORT, ON_HOST, Progress.silent(), soon())
                        .answered())
                .isTrue();
    }

    @Test
    void aBoxThatIsRemovedTakesItsRuleAndTheLoopbackRoutingWithIt() {
        mint("door-c");
        DOORS.open("door-c", PORT, ON_HOST, Progress.silent(), soon());
        assertThat(ingress()).hasSize(1);
        BOXES.remove("door-c", true, Progress.silent(), soon());
        assertThat(ingress()).isEmpty();
    }

    @Test
    void anInstanceThatIsNoBoxGetsNoDoor() {
        sh("incus init --empty payroll --storage default");
        try {
            for (Runnable verb : List.<Runnable>of(
                    () -> DOORS.open("payroll", PORT, ON_HOST, Progress.silent(), soon()),
                    () -> DOORS.close("payroll", PORT, Progress.silent(), soon()),
                    () -> DOORS.list("payroll", soon()))) {
                assertThatThrownBy(verb::run).hasMessageContaining("no such box: payroll");
            }
        } finally {
            sh("incus delete payroll");
        }
    }

    private static String mint(String name) {
        return new Mint(INCUS, SETTINGS, Templates.of(SETTINGS), "0.1.0-test")
                .mint(MintRequest.of(BoxName.of(name)), Progress.silent(), soon())
                .address();
    }

    private static void serve(String name, int port) {
        sh("incus exec " + name + " -- systemd-run --quiet python3 -m http.server " + port);
        sh("incus exec " + name + " -- sh -c 'for i in $(seq 100); do ss -Hltn sport = :" + port
                + " | grep -q . && exit 0; sleep 0.1; done; exit 1'");
    }

    private static List<String> ingress() {
        return INCUS.networkAcls().get("box-isolate", soon()).value().ingress().stream()
                .map(rule -> String.join(
                        " ", rule.action(), rule.source(), rule.destination(), rule.protocol(), rule.destinationPort()))
                .toList();
    }

    private static String pinned(String name) {
        return INCUS.instances()
                .get(name, soon())
                .value()
                .devices()
                .getOrDefault("eth0", Map.of())
                .getOrDefault("ipv4.address", "");
    }

    private static String host(String target, int port) {
        return knock("", target, port);
    }

    private static String lan(String target, int port) {
        return knock("ip netns exec " + LAN + " ", target, port);
    }

    /** A box's own loopback refuses by itself: that is not the host's answer. */
    private static String sibling(String target, int port) {
        String answer = knock("incus exec door-b -- ", target, port);
        return answer.equals("refused") && target.equals("127.0.0.1") ? "own refusal" : answer;
    }

    /** {@code reached}, {@code refused} (the packet arrived) or {@code silent}; anything else fails the test. */
    private static String knock(String from, String target, int port) {
        Subprocess.Result result = Machine.local()
                .command("sh", "-c", from + "env LC_ALL=C timeout 2 bash -c '</dev/tcp/" + target + "/" + port + "'")
                .run(soon());
        if (result.ok()) {
            return "reached";
        }
        if (result.stderr().contains("Connection refused")) {
            return "refused";
        }
        boolean silent = result.exitStatus() == 124 || result.stderr().contains("No route to host");
        assertThat(silent).as("probe: %s", result).isTrue();
        return "silent";
    }

    private static Subprocess.Result sh(String script) {
        return Machine.local().command("sh", "-c", script).orFail("sh", "", soon());
    }

    private static Deadline soon() {
        return Deadline.seconds(180);
    }

    private static String socket() {
        return Objects.requireNonNull(System.getenv("BOX_TEST_INCUS_SOCKET"), "this test needs a lab host");
    }
}
