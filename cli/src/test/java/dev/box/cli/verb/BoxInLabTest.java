package dev.box.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoxInLabTest {

    @Test
    void ofAVerbThatFailedInTheLabItsLastWordsAreShownAndNotItsSteps() {
        String stderr = "   0.1 s  pool: absent\nbox: network boxnet: no free subnet\n  set BOX_SUBNET";
        assertThat(BoxInLab.verdict(stderr)).isEqualTo("network boxnet: no free subnet\n  set BOX_SUBNET");
        assertThat(BoxInLab.verdict("box: no")).isEqualTo("no");
    }

    @Test
    void whatIsNoVerbsMessageIsShownWhole() {
        assertThat(BoxInLab.verdict("nsenter: cannot open /proc/1/ns/net"))
                .isEqualTo("nsenter: cannot open /proc/1/ns/net");
    }
}
