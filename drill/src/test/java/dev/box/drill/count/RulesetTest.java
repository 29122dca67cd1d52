package dev.box.drill.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.plan.Plan;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Shot;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Situations;
import dev.box.drill.plan.Tokens;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RulesetTest {

    private final Situation situation = Situations.full();
    private final Plan plan = Planner.plan(situation);

    @Test
    void noFrameOfOneShotIsCountedForAnother() {
        Tokens tokens = new Tokens();
        List<CounterRule> rules = plan.cells().stream()
                .flatMap(cell -> Rules.of(new Shot(cell, tokens.take()), situation).stream())
                .toList();
        assertThat(rules).extracting(CounterRule::key).doesNotHaveDuplicates();
        List<String> places = rules.stream()
                .map(rule -> rule.point().chain() + " " + rule.match())
                .filter(place -> !repeatable(place))
                .toList();
        assertThat(places).doesNotHaveDuplicates();
    }

    /** Frames that carry no number of their own; one sender sends only one kind of them, at most once for each target. */
    private static boolean repeatable(String place) {
        return place.contains("nd-router") || place.contains("arp ") || place.contains("nd-neighbor");
    }

    @Test
    void aSiblingsProbeIsCountedWhereItLeavesAndOnThePeersOwnPort() {
        List<CounterRule> rules = rules("A3.tcp.sibling/a-b");
        assertThat(rules)
                .extracting(rule -> rule.point().chain() + ": " + rule.match())
                .containsExactly("from_a: tcp sport 777", "to_b: tcp sport 777");
        String text = Ruleset.render(rules, List.of("eth0"));
        assertThat(text)
                .contains("type filter hook egress device \"vethb\" priority -300; policy accept")
                .contains("type filter hook ingress device \"vetha\" priority -300; policy accept")
                .contains("tcp sport 777 counter comment \"arrived 777 A3.tcp.sibling/a-b\"");
    }

    /** In words that nft 1.0.6 of Debian 12 knows too: the asked-for address by its place in the message. */
    @Test
    void aNeighbourSolicitationIsToldByTheAddressThatItAsksFor() {
        assertThat(rules("A3.ns6.sibling/a-b"))
                .extracting(CounterRule::match)
                .containsOnly(
                        "ether saddr 10:66:6a:00:00:33 icmpv6 type nd-neighbor-solicit @th,64,128 0xfe8000000000000012666afffe00005f");
    }

    @Test
    void whatReachesTheHostIsCountedAfterEveryFilter() {
        String text = Ruleset.render(rules("A2.host.icmp/a-10.88.0.1"), List.of("eth0"));
        assertThat(text).contains("hook input priority 500").contains("icmp type echo-request icmp id 777 counter");
    }

    @Test
    void whatTheHostSaysToItselfIsNotTakenForAProbeOfABox() {
        assertThat(rules("A2.host.tcp.served/a-10.88.0.1"))
                .extracting(rule -> rule.point().chain() + ": " + rule.match())
                .containsExactly("from_a: tcp sport 777", "host_input: iifname != \"lo\" tcp sport 777");
    }

    @Test
    void theLanHostsProbeIsToldByTheClosedPortThatItKnocksAt() {
        assertThat(rules("A7.tcp.lan/lan-b"))
                .extracting(rule -> rule.point().chain() + ": " + rule.match())
                .containsExactly(
                        "uplink_in: ip saddr 192.168.77.10 ip daddr 10.88.0.95 tcp dport 777",
                        "to_b: ip saddr 192.168.77.10 ip daddr 10.88.0.95 tcp dport 777");
    }

    @Test
    void readsPacketsByTheCommentOfTheirRule() {
        Map<String, Long> packets = new HashMap<>();
        Counters.NftCounters.collect("""
                {"nftables": [{"metainfo": {"version": "1.1.3"}},
                 {"chain": {"family": "netdev", "table": "boxdrill", "name": "to_b", "dev": "vethb"}},
                 {"rule": {"family": "netdev", "chain": "to_b", "comment": "arrived 777 A3.tcp.sibling/a-b", "expr": [
                   {"match": {"op": "==", "left": {"payload": {"protocol": "tcp", "field": "sport"}}, "right": 777}},
                   {"counter": {"packets": 3, "bytes": 222}}]}},
                 {"rule": {"family": "netdev", "chain": "to_b", "expr": [{"counter": {"packets": 9, "bytes": 1}}]}}]}
                """, packets);
        assertThat(packets).containsExactly(Map.entry("arrived 777 A3.tcp.sibling/a-b", 3L));
    }

    private List<CounterRule> rules(String id) {
        return plan.cells().stream()
                .filter(cell -> cell.id().equals(id))
                .flatMap(cell -> Stream.of(new Shot(cell, 777)))
                .flatMap(shot -> Rules.of(shot, situation).stream())
                .toList();
    }
}
