package dev.box.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokensTest {

    /** A drill that drills itself uses more of them than there are. */
    @Test
    void theyStayBelowTheKernelsOwnPortsAndAreLongDifferentBeforeTheyBeginAnew() {
        Tokens tokens = new Tokens();
        Set<Integer> first = new HashSet<>();
        for (int i = 0; i < 12_000; i++) {
            first.add(tokens.take());
        }
        assertThat(first).hasSize(12_000).allMatch(token -> token > 20_000 && token <= 32_000);
        assertThat(first).contains(tokens.take());
    }
}
