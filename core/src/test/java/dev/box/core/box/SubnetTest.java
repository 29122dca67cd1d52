package dev.box.core.box;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubnetTest {

    @ParameterizedTest
    @CsvSource({
        "10.88.0.1/24, 10.88.0.255, true",
        "10.88.0.1/24, 10.88.1.0, false",
        "10.88.0.1/24, 10.88.0.1.5, false",
        "10.88.0.1/24, 10.88.0, false",
        "10.88.0.1/24, fe80::1, false",
        "10.88.0.1/25, 10.88.0.128, false",
        "192.168.0.1/16, 192.168.255.9, true",
        "0.0.0.0/0, 203.0.113.9, true",
        "203.0.113.9/32, 203.0.113.9, true",
        "203.0.113.9/32, 203.0.113.8, false"
    })
    void contains_by_prefix_arithmetic(String cidr, String address, boolean expected) {
        assertThat(Subnet.of(cidr).orElseThrow().contains(address)).isEqualTo(expected);
    }

    @Test
    void what_is_no_prefix_is_none() {
        assertThat(Subnet.of("none")).isEmpty();
        assertThat(Subnet.of("")).isEmpty();
        assertThat(Subnet.of("10.88.0.1/33")).isEmpty();
        assertThat(Subnet.of("10.88.0.256/24")).isEmpty();
    }
}
