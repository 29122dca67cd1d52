package dev.box.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlatRepositoryTest {

    @Test
    void anEpochLeavesTheFileName() {
        assertThat(FlatRepository.plainName("attr_1%3a2.5.2-3_amd64.deb")).isEqualTo("attr_2.5.2-3_amd64.deb");
        assertThat(FlatRepository.plainName("incus_6.0.4-2+deb13u12_amd64.deb"))
                .isEqualTo("incus_6.0.4-2+deb13u12_amd64.deb");
    }
}
