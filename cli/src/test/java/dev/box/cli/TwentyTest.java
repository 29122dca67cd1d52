package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Twenty people type {@code box new} at the same moment. */
@Tag("world")
class TwentyTest {

    private static final int BOXES = 20;

    @Test
    void twentyAtOnceAreAllReadyAndNobodyIsAnybodyElse() {
        try (HostInLab host = HostInLab.up("twenty")) {
            List<String> statuses = host.sh(
                            "for i in $(seq " + BOXES + "); do (box new t$i >/tmp/t$i 2>&1; echo $i $?) & done; wait")
                    .lines()
                    .toList();
            assertThat(statuses).as(host.sh("cat /tmp/t*")).hasSize(BOXES).allMatch(line -> line.endsWith(" 0"));
            assertThat(host.sh("box list --json | grep -o '\"ipv4\":\"10[^\"]*' | sort -u")
                            .lines())
                    .hasSize(BOXES);
            assertThat(host.sh("for i in $(seq " + BOXES + "); do box exec t$i -- cat /etc/machine-id; done | sort -u")
                            .lines())
                    .hasSize(BOXES);
            assertThat(host.sh("box list --json | grep -o '\"state\":\"running\"'")
                            .lines())
                    .hasSize(BOXES);
        }
    }
}
