package dev.box.drill.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.net.BridgePort;
import dev.box.core.net.Cidr;
import dev.box.core.net.Route;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.oracle.Prediction.Outcome;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Situations;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.PredictionReport;
import dev.box.drill.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules are those of a host that setup made, as nft listed them; each test takes one thing away. */
class OracleTest {

    private static final Situation SITUATION = Situations.full();

    @Test
    void onAHostThatIsSetUpEverythingThatIsForetoldIsAsDeclared() {
        for (Cell cell : Planner.plan(SITUATION).cells()) {
            Prediction prediction = oracle(rules -> rules).predict(cell);
            if (prediction.outcome() != Outcome.UNKNOWN) {
                assertThat(prediction.outcome())
                        .as(cell.id() + ": " + prediction.why())
                        .isEqualTo(Oracle.declared(cell));
            }
        }
    }

    /** What the guest does for itself no rule of the host decides; pretending (A8) and leases (A9) are not walked yet. */
    @Test
    void allButTheseKindsAreForetold() {
        Set<ProbeKind> unknown = Planner.plan(SITUATION).cells().stream()
                .filter(cell -> oracle(rules -> rules).predict(cell).outcome() == Outcome.UNKNOWN)
                .map(cell -> cell.spec().kind())
                .collect(Collectors.toSet());
        assertThat(unknown)
                .containsExactlyInAnyOrder(
                        ProbeKind.RESOLVE,
                        ProbeKind.IPV6_STATE,
                        ProbeKind.GUEST_API,
                        ProbeKind.GUEST_MOUNTS,
                        ProbeKind.GUEST_IDMAP,
                        ProbeKind.GUEST_DEVICES,
                        ProbeKind.SYN_AS_MAC,
                        ProbeKind.SYN_AS_ADDRESS,
                        ProbeKind.CLAIM,
                        ProbeKind.DHCP_STRANGER);
    }

    /** Left: what is cut out of the rules. Right: the cell that is then open, and no other of the second column's clause. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.0.0.0 | A2.lan.tcp/a-10.200.0.5",
                "240.0.0.0 | A2.lan.syn/a-240.1.2.3",
                "169.254.0.0 | A2.lan.syn/a-169.254.169.254",
                "100.64.0.0 | A2.lan.syn/b-100.127.254.5",
            })
    void withoutTheDropOfARangeThatRangeIsOpen(String range, String cell) {
        Oracle oracle = oracle(rules -> without(rules, "\"addr\":\"" + range + "\""));
        assertThat(predicted(oracle, cell)).isEqualTo(Outcome.PASSES);
        assertThat(predicted(oracle, "A2.lan.syn/a-192.0.0.9")).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void withoutTheIngressDropTheHostAndTheLanReachABox() {
        Oracle oracle = oracle(rules -> without(rules, "\"key\":\"oifname\"}},\"right\":\"boxnet\"}},{\"drop\""));
        assertThat(predicted(oracle, "A7.tcp.host/host-a")).isEqualTo(Outcome.PASSES);
        assertThat(predicted(oracle, "A7.udp.lan/lan-b")).isEqualTo(Outcome.PASSES);
        assertThat(predicted(oracle, "A2.lan.tcp/a-10.200.0.5")).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void theHostIsStoppedByEitherOfItsTwoLayers() {
        String cell = "A2.host.tcp.served/a-192.168.77.2";
        UnaryOperator<String> noInput = rules -> without(rules, "\"table\":\"box\",\"chain\":\"input\"");
        UnaryOperator<String> noAcl = rules -> without(rules, "\"addr\":\"192.168.0.0\"");
        assertThat(predicted(oracle(noInput), cell)).isEqualTo(Outcome.STOPPED);
        assertThat(predicted(oracle(noAcl), cell)).isEqualTo(Outcome.STOPPED);
        assertThat(predicted(oracle(noInput.andThen(noAcl)::apply), cell)).isEqualTo(Outcome.PASSES);
    }

    @Test
    void boxesMeetOnlyIfBothLayersAreGoneAndOneIsolatedPortIsNotEnough() {
        UnaryOperator<String> noDrop = rules -> without(rules, "\"family\":\"bridge\",\"table\":\"box\"");
        String cell = "A3.ether.sibling/a-b";
        assertThat(predicted(oracle(noDrop, true, true), cell)).isEqualTo(Outcome.STOPPED);
        assertThat(predicted(oracle(rules -> rules, false, false), cell)).isEqualTo(Outcome.STOPPED);
        assertThat(predicted(oracle(noDrop, true, false), cell)).isEqualTo(Outcome.PASSES);
        assertThat(predicted(oracle(noDrop, false, false), "A6.rs.host/a-routers"))
                .isEqualTo(Outcome.UNKNOWN);
        for (String kind : List.of("A3.tcp.sibling", "A3.arp.sibling", "A3.udp.multicast", "A6.ra.sibling")) {
            assertThat(predicted(oracle(noDrop, false, false), kind + "/b-a"))
                    .as(kind)
                    .isEqualTo(Outcome.PASSES);
        }
    }

    @Test
    void withoutMasqueradingNoAnswerFindsBack() {
        Oracle oracle = oracle(rules -> without(rules, "\"masquerade\""));
        assertThat(predicted(oracle, "A1.tcp.public/a-public")).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void withoutTheRuleForAnswersNothingComesBack() {
        Oracle oracle = oracle(rules -> without(rules, "\"chain\":\"acl.boxnet\",\"handle\":40,"));
        assertThat(predicted(oracle, "A1.tcp.public/a-public")).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void aRuleThatItCannotReadMakesItUnsureRatherThanWrong() {
        Oracle oracle = oracle(rules ->
                rules.replace("\"right\":{\"prefix\":{\"addr\":\"10.0.0.0\",\"len\":8}}", "\"right\":\"@some_set\""));
        assertThat(predicted(oracle, "A2.lan.tcp/a-10.200.0.5")).isEqualTo(Outcome.UNKNOWN);
        assertThat(predicted(oracle, "A2.lan.syn/a-240.1.2.3")).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void aNameIsForetoldFromWhatTheResolverHolds() {
        assertThat(named(Set.of(), "no-hosts", "domain-needed", "bogus-priv")
                        .predict(cell("A4.dns.name/a-b"))
                        .outcome())
                .isEqualTo(Outcome.STOPPED);
        Oracle leased = named(Set.of("drill-1-b"), "no-hosts", "domain-needed", "bogus-priv");
        assertThat(predicted(leased, "A4.dns.name/a-b")).isEqualTo(Outcome.PASSES);
        assertThat(predicted(leased, "A4.dns.incus/a-b")).isEqualTo(Outcome.UNKNOWN);
        assertThat(predicted(named(Set.of("drill-1-b"), "-s", "incus"), "A4.dns.incus/a-b"))
                .isEqualTo(Outcome.PASSES);
        assertThat(predicted(leased, "A4.dns.reverse/a-b")).isEqualTo(Outcome.PASSES);
        assertThat(predicted(leased, "A4.dns.name/b-a")).isEqualTo(Outcome.STOPPED);
        Oracle reading = named(Set.of(), "domain-needed", "bogus-priv");
        assertThat(predicted(reading, "A4.dns.hosts/a-workstation")).isEqualTo(Outcome.PASSES);
    }

    @Test
    void anUnpinnedResolverGivesAwayTheVpnsNames() {
        assertThat(predicted(named(Set.of(), "no-resolv", "server=1.1.1.1"), "A5.dns.vpn/a-intra.vpn"))
                .isEqualTo(Outcome.STOPPED);
        assertThat(predicted(named(Set.of(), "server=1.1.1.1"), "A5.dns.vpn/a-intra.vpn"))
                .isEqualTo(Outcome.PASSES);
    }

    @Test
    void routeLocalnetOpensTheHostsLoopbackOnlyIfTheFilterIsGoneToo() {
        UnaryOperator<String> noInput = rules -> without(rules, "\"table\":\"box\",\"chain\":\"input\"");
        LiveRules.Switches routed = new LiveRules.Switches(true, true, false, false, false);
        String cell = "A2.host.loopback/a-127.0.0.1";
        assertThat(predicted(new Oracle(live(noInput, true, true, names(Set.of())), SITUATION), cell))
                .isEqualTo(Outcome.STOPPED);
        LiveRules open = live(noInput, true, true, names(Set.of()));
        assertThat(predicted(
                        new Oracle(
                                new LiveRules(open.nft(), open.ports(), open.routes(), routed, open.names()),
                                SITUATION),
                        cell))
                .isEqualTo(Outcome.PASSES);
    }

    @Test
    void aCellThatHoldsAgainstTheRulesDisagrees() {
        Oracle oracle = oracle(rules -> without(rules, "\"addr\":\"10.0.0.0\""));
        Cell cell = cell("A2.lan.tcp/a-10.200.0.5");
        PredictionReport held = oracle.compare(List.of(cell), List.of(report(cell, Verdict.HOLDS)))
                .getFirst();
        assertThat(held.declared()).isEqualTo("stopped");
        assertThat(held.predicted()).isEqualTo("passes");
        assertThat(held.observed()).isEqualTo("stopped");
        assertThat(held.agrees()).isFalse();
        PredictionReport broken = oracle.compare(List.of(cell), List.of(report(cell, Verdict.BROKEN)))
                .getFirst();
        assertThat(broken.observed()).isEqualTo("passes");
        assertThat(broken.agrees()).isTrue();
    }

    private static Outcome predicted(Oracle oracle, String cell) {
        return oracle.predict(cell(cell)).outcome();
    }

    private static Cell cell(String id) {
        return Planner.plan(SITUATION).cells().stream()
                .filter(cell -> cell.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no cell " + id));
    }

    private static CellReport report(Cell cell, Verdict verdict) {
        return new CellReport(
                cell.id(),
                cell.spec().id(),
                "A2.lan",
                "TCP",
                "a",
                "b",
                "",
                verdict,
                "",
                "",
                false,
                List.of(),
                List.of(),
                "");
    }

    private static Oracle oracle(UnaryOperator<String> change) {
        return oracle(change, true, true);
    }

    private static Oracle oracle(UnaryOperator<String> change, boolean aIsolated, boolean bIsolated) {
        return new Oracle(live(change, aIsolated, bIsolated, names(Set.of())), SITUATION);
    }

    private static Oracle named(Set<String> known, String... options) {
        NameService names =
                new NameService(true, List.of(options), known, Set.of("workstation"), List.of("100.64.0.9"));
        return new Oracle(live(rules -> rules, true, true, names), SITUATION);
    }

    private static NameService names(Set<String> known) {
        List<String> options =
                List.of("no-resolv", "no-hosts", "bogus-priv", "domain-needed", "local=/incus/", "server=1.1.1.1");
        return new NameService(true, options, known, Set.of("workstation"), List.of("100.64.0.9"));
    }

    private static LiveRules live(
            UnaryOperator<String> change, boolean aIsolated, boolean bIsolated, NameService names) {
        return new LiveRules(
                Netfilter.parse(change.apply(shipped())),
                List.of(port("vetha", aIsolated), port("vethb", bIsolated)),
                List.of(
                        new Route(Cidr.of("0.0.0.0/0"), Optional.of(Cidr.of("192.168.77.1")), "eth0", "unicast"),
                        new Route(Cidr.of("192.168.77.0/24"), Optional.empty(), "eth0", "unicast"),
                        new Route(Cidr.of("10.88.0.0/24"), Optional.empty(), "boxnet", "unicast")),
                new LiveRules.Switches(true, false, false, false, false),
                names);
    }

    private static BridgePort port(String device, boolean isolated) {
        return new BridgePort(device, "veth", "", isolated);
    }

    /** Removes the lines that hold this text: one item of nft's JSON stands on each. */
    private static String without(String rules, String text) {
        List<String> kept = rules.lines()
                .filter(line -> !(line.contains("\"rule\"") && line.contains(text)))
                .toList();
        assertThat(kept).as("rules with " + text).hasSizeLessThan((int)
                rules.lines().count());
        return String.join("\n", kept);
    }

    private static String shipped() {
        try (InputStream in = OracleTest.class.getResourceAsStream("ruleset.json")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
