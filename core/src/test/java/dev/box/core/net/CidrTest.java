package dev.box.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0/0", "10.88.0.1/24", "255.255.255.255/32", "192.168.1.0/24"})
    void readsAndWritesTheSame(String text) {
        assertThat(Cidr.of(text)).hasToString(text);
    }

    @Test
    void anAddressAloneIsASlash32() {
        assertThat(Cidr.of("1.2.3.4")).hasToString("1.2.3.4/32");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "10.0.0",
                "10.0.0.0.0/8",
                "10.0.0.256/8",
                "10.0.0.0/33",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "010.0.0.0/8",
                "10..0.0/8",
                "a.b.c.d/8",
                "fe80::1/64",
                "10.0.0.0/8 ",
                "+1.0.0.0/8",
                "10.0.0.0/08"
            })
    void readsNothingElse(String text) {
        assertThat(Cidr.parse(text)).isEmpty();
        assertThatThrownBy(() -> Cidr.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void masksTheHostBitsOfAGateway() {
        assertThat(Cidr.of("10.88.3.1/22").network()).hasToString("10.88.0.0/22");
        assertThat(Cidr.of("10.88.0.0/24").host(1)).hasToString("10.88.0.1/24");
    }

    @Test
    void overlapAndContainmentAgreeWithCountingBits() {
        Random random = new Random(20261130);
        int overlapping = 0;
        for (int i = 0; i < 20_000; i++) {
            // near misses, not only far ones: the second differs from the first in few bits
            Cidr a = new Cidr(random.nextInt(), random.nextInt(33));
            Cidr b = new Cidr(a.address() ^ 1 << random.nextInt(32), random.nextInt(33));
            int common = 0;
            while (common < 32 && bit(a, common) == bit(b, common)) {
                common++;
            }
            boolean overlap = common >= Math.min(a.prefix(), b.prefix());
            overlapping += overlap ? 1 : 0;
            assertThat(a.overlaps(b)).as("%s overlaps %s", a, b).isEqualTo(overlap);
            assertThat(b.overlaps(a)).as("%s overlaps %s", b, a).isEqualTo(overlap);
            assertThat(a.contains(b)).as("%s contains %s", a, b).isEqualTo(overlap && b.prefix() >= a.prefix());
        }
        assertThat(overlapping).as("both outcomes must occur").isBetween(2_000, 18_000);
    }

    private static int bit(Cidr cidr, int index) {
        return cidr.address() >>> (31 - index) & 1;
    }
}
