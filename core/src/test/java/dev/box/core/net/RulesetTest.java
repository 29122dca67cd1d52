package dev.box.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RulesetTest {

    private final Ruleset captured = Ruleset.parse(KernelNetTest.captured("ruleset.txt"));

    @Test
    void keepsTablesOfTheSameNameInTwoFamiliesApart() {
        assertThat(captured.tables()).containsKeys("inet box", "bridge box", "inet incus", "bridge incus");
        assertThat(captured.table("bridge", "box").orElseThrow().chains()).containsOnlyKeys("forward");
        assertThat(captured.table("ip", "box")).isEmpty();
    }

    @Test
    void keepsTheRulesOfAChainInOrder() {
        assertThat(captured.table("inet", "box").orElseThrow().chain("forward"))
                .containsExactly(
                        "type filter hook forward priority filter - 10; policy accept;",
                        "iifname \"boxnet\" oifname \"boxnet\" counter drop",
                        "iifname \"boxnet\" meta nfproto ipv6 counter drop",
                        "oifname \"boxnet\" meta nfproto ipv6 counter drop");
    }

    @Test
    void readsSetsAsLinesOutsideChains() {
        Ruleset rules = Ruleset.parse(
                "table inet t {\n\tset s {\n\t\ttype ipv4_addr\n\t\telements = { 1.2.3.4 }\n\t}\n\n\tchain c {\n\t\taccept\n\t}\n}\n");

        assertThat(rules.table("inet", "t").orElseThrow().lines())
                .containsExactly("set s {", "type ipv4_addr", "elements = { 1.2.3.4 }", "chain c", "c: accept");
    }

    @Test
    void aTableThatBelongsToAProcessHidesNoneAfterIt() {
        Ruleset rules = Ruleset.parse(
                "table inet firewalld { # progname firewalld\n\tflags owner,persist\n\n\tchain c {\n\t\taccept\n\t}\n}\n"
                        + "table inet box {\n\tchain input {\n\t\tdrop\n\t}\n}\n");

        assertThat(rules.tables()).containsOnlyKeys("inet firewalld", "inet box");
        assertThat(rules.table("inet", "box").orElseThrow().lines()).containsExactly("chain input", "input: drop");
    }

    @Test
    void nothingListedIsNoTable() {
        assertThat(Ruleset.parse("").tables()).isEmpty();
    }
}
