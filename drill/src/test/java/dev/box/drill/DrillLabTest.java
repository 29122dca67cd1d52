package dev.box.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.mint.WarmBases;
import dev.box.core.net.Cidr;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.template.Templates;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.count.Counters;
import dev.box.drill.probe.Guest;
import dev.box.drill.probe.IncusGuest;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.ClauseReport;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.DrillReport;
import dev.box.drill.report.LayerReport;
import dev.box.drill.report.PhaseReport;
import dev.box.drill.report.PredictionReport;
import dev.box.drill.verdict.Receiver;
import dev.box.drill.verdict.Sender;
import dev.box.drill.verdict.Verdict;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The drill on a real host, whole and with one guarantee at a time broken. Runs inside a lab host that has the host stack,
 * as root; {@code BOX_TEST_INCUS_SOCKET} is its daemon's socket, {@code BOX_TEST_IMAGE_DIR} holds the guest image.
 */
@Tag("lab")
class DrillLabTest {

    private final ThisLabHost lab = new ThisLabHost();
    private final Incus incus = lab.incus;
    private final Host host = lab.host;
    private final List<String> strangers = names();

    @BeforeEach
    void theImageIsThere() {
        lab.importImage();
    }

    @BeforeEach
    @AfterEach
    void theStackIsWhole() {
        lab.setUp();
        assertThat(lab.stack.verify(Deadline.seconds(30))).isEmpty();
    }

    @AfterEach
    void nothingOfTheDrillIsLeft() {
        assertThat(names()).isEqualTo(strangers);
        assertThat(Counters.leftOver(Deadline.seconds(10))).isFalse();
    }

    @Test
    void onAHealthyHostEveryClauseHolds() {
        DrillReport report = drill(List.of());
        assertThat(report.exitStatus()).as(findings(report)).isZero();
        assertThat(report.clauses())
                .extracting(ClauseReport::id)
                .containsExactly("A1", "A2.host", "A2.lan", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A11");
        assertThat(report.clauses()).extracting(ClauseReport::verdict).containsOnly(Verdict.HOLDS);
        assertThat(phase(report).cells())
                .allSatisfy(cell -> assertThat(cell.attempts()).isNotEmpty());
        assertThat(report.predictions())
                .hasSameSizeAs(phase(report).cells())
                .allMatch(PredictionReport::agrees)
                .filteredOn(one -> !one.predicted().equals("unknown"))
                .hasSizeGreaterThan(phase(report).cells().size() * 3 / 4);
    }

    @Test
    void withoutIsolationAndWithoutTheBridgeDropSiblingsAreRefusedAndFramesArrive() {
        portIsolation(false);
        flushBridgeDrop();
        DrillReport report = drill(List.of("A3"));
        assertThat(report.exitStatus()).isEqualTo(1);
        assertThat(phase(report).cells())
                // strange frames are stopped by the source filter too
                .filteredOn(cell ->
                        !cell.row().startsWith("A3.ether") && !cell.row().startsWith("A3.arp"))
                .extracting(CellReport::verdict)
                .as(findings(report))
                .containsOnly(Verdict.BROKEN);
        CellReport.Attempt tcp = cell(report, "A3.tcp.sibling/a-b").attempts().getLast();
        assertThat(tcp.sender()).isEqualTo(Sender.REFUSED);
        assertThat(tcp.receiver()).isEqualTo(Receiver.ARRIVED);
        assertThat(report.predictions())
                .filteredOn(one -> one.cell().startsWith("A3.tcp.sibling"))
                .isNotEmpty()
                .allMatch(one -> one.predicted().equals("passes") && one.agrees());
        assertThat(redLayers(report)).containsExactlyInAnyOrder("port-isolation", "bridge-drop");
    }

    @Test
    void withoutIsolationAloneTheClauseHoldsAndTheLayerIsRed() {
        portIsolation(false);
        DrillReport report = drill(List.of("A3"));
        assertThat(report.clauses().getFirst().verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(redLayers(report)).containsExactly("port-isolation");
        assertThat(report.exitStatus()).isEqualTo(1);
    }

    @Test
    void withoutTheBridgeDropAloneTheClauseHoldsAndTheLayerIsRed() {
        flushBridgeDrop();
        DrillReport report = drill(List.of("A3"));
        assertThat(report.clauses().getFirst().verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(redLayers(report)).containsExactly("bridge-drop");
        assertThat(report.exitStatus()).isEqualTo(1);
    }

    @Test
    void withoutDnsmasqNothingIsJudged() {
        Cidr gateway =
                host.kernel().addressOf(HostNames.NETWORK, Deadline.seconds(5)).orElseThrow();
        long pid = host.kernel()
                .dnsmasq(HostNames.NETWORK, gateway, Deadline.seconds(5))
                .pid();
        run("kill", String.valueOf(pid));
        DrillReport report = drill(List.of());
        assertThat(report.exitStatus()).isEqualTo(3);
        assertThat(phase(report).unjudgedBecause()).anyMatch(why -> why.startsWith("dnsmasq"));
        assertThat(report.clauses()).extracting(ClauseReport::verdict).containsOnly(Verdict.COULD_NOT_JUDGE);
    }

    /** Its sockets are there and it answers nobody: only the baseline can tell. */
    @Test
    void withADnsmasqThatHangsNothingIsJudged() {
        Cidr gateway =
                host.kernel().addressOf(HostNames.NETWORK, Deadline.seconds(5)).orElseThrow();
        long pid = host.kernel()
                .dnsmasq(HostNames.NETWORK, gateway, Deadline.seconds(5))
                .pid();
        List<String> boxes = mintTwo();
        try {
            run("kill", "-STOP", String.valueOf(pid));
            DrillReport report = drill(lab.drill(), isolation().existing(boxes));
            assertThat(report.exitStatus()).isEqualTo(3);
            assertThat(phase(report).unjudgedBecause()).anyMatch(why -> why.startsWith("baseline.name.a"));
        } finally {
            run("kill", "-CONT", String.valueOf(pid));
            boxes.forEach(
                    name -> new Boxes(incus, lab.settings).remove(name, true, Progress.silent(), Deadline.seconds(60)));
        }
    }

    @Test
    void withoutAnInterpreterInABoxNothingIsJudged() {
        Drill drill = lab.drill()
                .guests((daemon, name) -> first(
                        new IncusGuest(daemon, name),
                        List.of("sh", "-c", "chmod a-x \"$(readlink -f /usr/bin/python3)\"")));
        DrillReport report = drill(drill, isolation());
        assertThat(report.exitStatus()).isEqualTo(3);
        assertThat(phase(report).unjudgedBecause()).anyMatch(why -> why.contains("python3"));
    }

    /** Its own kernel refuses to send, whatever the host's layers do: that proves nothing of them, and is no break. */
    @Test
    void aBoxThatKeepsItsOwnFramesShowsNothingOfTheIsolation() {
        String refuse = "for net in 128/25 64/26 32/27 16/28 8/29 4/30 2/31; do"
                + " ip route replace prohibit \"${1%.*}.$net\"; done";
        Drill drill = lab.drill()
                .guests((daemon, name) ->
                        first(new IncusGuest(daemon, name), List.of("sh", "-c", refuse, "sh", gateway())));
        DrillReport report = drill(drill, isolation().cells(List.of("A3.tcp.sibling", "A3.udp.sibling")));
        assertThat(phase(report).cells())
                .as(findings(report))
                .isNotEmpty()
                .extracting(CellReport::verdict)
                .containsOnly(Verdict.COULD_NOT_JUDGE);
        assertThat(report.exitStatus()).isEqualTo(3);
    }

    private String gateway() {
        return host.kernel()
                .addressOf(HostNames.NETWORK, Deadline.seconds(5))
                .orElseThrow()
                .dotted();
    }

    /** The same guest, in which {@code before} is run before each probe. */
    private static Guest first(Guest guest, List<String> before) {
        return new Guest() {
            @Override
            public String name() {
                return guest.name();
            }

            @Override
            public Ran run(List<String> command, Deadline deadline) {
                guest.run(before, deadline);
                return guest.run(command, deadline);
            }
        };
    }

    private List<String> mintTwo() {
        Mint mint = new Mint(incus, lab.settings, Templates.of(lab.settings), "test");
        List<String> names = List.of("drill-test-a", "drill-test-b");
        names.forEach(name -> mint.mint(MintRequest.of(BoxName.of(name)), Progress.silent(), Deadline.seconds(120)));
        return names;
    }

    private DrillReport drill(List<String> cells) {
        return drill(lab.drill(), isolation().cells(cells));
    }

    private static DrillOptions isolation() {
        return DrillOptions.standard().phases(List.of(PhaseId.C));
    }

    private static DrillReport drill(Drill drill, DrillOptions options) {
        return drill.run(options, DrillListener.silent(), Deadline.seconds(300));
    }

    private void portIsolation(boolean on) {
        run("incus", "profile", "device", "set", HostNames.PROFILE, HostNames.NIC, "security.port_isolation=" + on);
    }

    private static void flushBridgeDrop() {
        run("nft", "flush", "chain", "bridge", HostNames.TABLE, "forward");
    }

    private static void run(String... command) {
        Subprocess.of(command).orFail("breaking the stack", "", Deadline.seconds(30));
    }

    /** All but warm bases: a mint may keep one, as a cache that only prune and teardown take away. */
    private List<String> names() {
        return new ArrayList<>(incus.instances().list(Deadline.seconds(20)).stream()
                .filter(instance -> !WarmBases.isBase(instance))
                .map(Instance::name)
                .toList());
    }

    private static PhaseReport phase(DrillReport report) {
        return report.phases().getFirst();
    }

    private static CellReport cell(DrillReport report, String id) {
        return phase(report).cells().stream()
                .filter(cell -> cell.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> redLayers(DrillReport report) {
        return phase(report).layers().stream()
                .filter(layer -> !layer.green())
                .map(LayerReport::id)
                .toList();
    }

    private static String findings(DrillReport report) {
        return dev.box.drill.report.TextReport.full(report, dev.box.drill.report.Palette.plain());
    }
}
