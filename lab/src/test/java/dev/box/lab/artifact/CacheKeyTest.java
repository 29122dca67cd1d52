package dev.box.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CacheKeyTest {

    @Test
    void anyChangedInputMakesAnotherKey() {
        CacheKey key = CacheKey.of("packages", List.of("script", "release 1"));

        assertThat(CacheKey.of("packages", List.of("script", "release 1"))).isEqualTo(key);
        assertThat(CacheKey.of("packages", List.of("script", "release 2"))).isNotEqualTo(key);
        assertThat(CacheKey.of("packages", List.of("script ", "release 1"))).isNotEqualTo(key);
    }

    @Test
    void textMovedFromOneInputToTheNextMakesAnotherKey() {
        assertThat(CacheKey.of("k", List.of("ab", "c"))).isNotEqualTo(CacheKey.of("k", List.of("a", "bc")));
    }
}
