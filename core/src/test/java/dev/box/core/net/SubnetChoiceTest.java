package dev.box.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubnetChoiceTest {

    private static final Optional<Cidr> NO_BOXNET = Optional.empty();

    @Test
    void takesTheDefaultWhereNothingClaimsIt() {
        SubnetPlan plan = SubnetChoice.choose(NO_BOXNET, "", claims("192.168.1.0/24", "10.0.0.0/16"));

        assertThat(plan.subnet()).hasToString("10.88.0.0/24");
        assertThat(plan.gateway()).hasToString("10.88.0.1/24");
        assertThat(plan.note()).isEmpty();
    }

    @Test
    void movesAsideAndSaysSoWhereTheDefaultIsClaimed() {
        SubnetPlan plan = SubnetChoice.choose(NO_BOXNET, "", claims("10.88.0.1", "10.89.0.0/16"));

        assertThat(plan.subnet()).hasToString("10.90.0.0/24");
        assertThat(plan.note())
                .contains("10.88.0.0/24 is taken by a route through eth9 (10.88.0.1/32)", "10.90.0.0/24");
    }

    @Test
    void neverReaddressesAnExistingBoxnet() {
        SubnetPlan plan = SubnetChoice.choose(Optional.of(Cidr.of("10.99.7.1/24")), "", List.of());

        assertThat(plan.subnet()).hasToString("10.99.7.0/24");
        assertThat(plan.gateway()).hasToString("10.99.7.1/24");
    }

    @Test
    void refusesToReaddressAnExistingBoxnetOnDemand() {
        assertThatThrownBy(() -> SubnetChoice.choose(Optional.of(Cidr.of("10.88.0.1/24")), "10.90.0.0/24", List.of()))
                .isInstanceOf(BoxFailure.Refused.class)
                .hasMessageContaining("boxnet exists on 10.88.0.0/24");
    }

    @Test
    void failsWhereBoxnetItselfSitsOnClaimedSpace() {
        assertThatThrownBy(
                        () -> SubnetChoice.choose(Optional.of(Cidr.of("10.88.0.1/24")), "", claims("10.88.0.128/25")))
                .isInstanceOf(BoxFailure.Failed.class)
                .hasMessageContaining("10.88.0.0/24")
                .hasMessageContaining("eth9");
    }

    @Test
    void honoursWhatWasAskedFor() {
        assertThat(SubnetChoice.choose(NO_BOXNET, "192.168.250.0/24", claims("10.0.0.0/8"))
                        .gateway())
                .hasToString("192.168.250.1/24");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.90.0.0/16",
                "10.90.0.1/24",
                "10.90.0.0",
                "8.8.8.0/24",
                "172.32.0.0/24",
                "lan",
                "10.200.0.0/24"
            })
    void refusesWhatCannotBeHad(String wanted) {
        assertThatThrownBy(() -> SubnetChoice.choose(NO_BOXNET, wanted, claims("10.200.0.0/16")))
                .isInstanceOf(BoxFailure.Refused.class)
                .hasMessageContaining("BOX_SUBNET=" + wanted);
    }

    @Test
    void failsAndNamesTheWayOutWhereNothingIsFree() {
        assertThatThrownBy(() -> SubnetChoice.choose(NO_BOXNET, "", claims("10.0.0.0/8")))
                .isInstanceOfSatisfying(
                        BoxFailure.Failed.class,
                        failure -> assertThat(failure.advice()).contains("BOX_SUBNET="));
    }

    @Test
    void choosesTheFirstFreeOneWhateverTheRoutes() {
        Random random = new Random(88);
        for (int round = 0; round < 2_000; round++) {
            List<Claim> claims = randomClaims(random);
            String expected = firstFree(claims);
            if (expected.isEmpty()) {
                assertThatThrownBy(() -> SubnetChoice.choose(NO_BOXNET, "", claims))
                        .isInstanceOf(BoxFailure.Failed.class);
            } else {
                assertThat(SubnetChoice.choose(NO_BOXNET, "", claims).subnet())
                        .as("claims %s", claims)
                        .hasToString(expected);
            }
        }
    }

    @Test
    void honoursOrRefusesWhatWasAskedForWhateverTheRoutes() {
        Random random = new Random(89);
        for (int round = 0; round < 2_000; round++) {
            List<Claim> claims = randomClaims(random);
            int second = 80 + random.nextInt(50);
            String wanted = "10." + second + ".0.0/24";
            if (isFree(second, claims)) {
                assertThat(SubnetChoice.choose(NO_BOXNET, wanted, claims).subnet())
                        .as("claims %s", claims)
                        .hasToString(wanted);
            } else {
                assertThatThrownBy(() -> SubnetChoice.choose(NO_BOXNET, wanted, claims))
                        .as("%s, claims %s", wanted, claims)
                        .isInstanceOf(BoxFailure.Refused.class);
            }
        }
    }

    @Test
    void keepsBoxnetWhereItIsOrFailsWhateverTheRoutes() {
        Random random = new Random(90);
        for (int round = 0; round < 2_000; round++) {
            List<Claim> claims = randomClaims(random);
            int second = 80 + random.nextInt(50);
            Optional<Cidr> boxnet = Optional.of(Cidr.of("10." + second + ".0.1/24"));
            if (isFree(second, claims)) {
                assertThat(SubnetChoice.choose(boxnet, "", claims).gateway())
                        .as("claims %s", claims)
                        .isEqualTo(boxnet.get());
            } else {
                assertThatThrownBy(() -> SubnetChoice.choose(boxnet, "", claims))
                        .as("%s, claims %s", boxnet, claims)
                        .isInstanceOf(BoxFailure.Failed.class);
            }
        }
    }

    private static String firstFree(List<Claim> claims) {
        for (int second = 88; second <= 127; second++) {
            if (isFree(second, claims)) {
                return "10." + second + ".0.0/24";
            }
        }
        return "";
    }

    /** The oracle: tries the 256 addresses of 10.{@code second}.0.0/24 one by one against each claim's own bits. */
    private static boolean isFree(int second, List<Claim> claims) {
        for (int host = 0; host < 256; host++) {
            long address = 10L << 24 | (long) second << 16 | host;
            for (Claim claim : claims) {
                long size = 1L << (32 - claim.space().prefix());
                long low = Integer.toUnsignedLong(claim.space().address()) / size * size;
                if (address >= low && address < low + size) {
                    return false;
                }
            }
        }
        return true;
    }

    private static List<Claim> randomClaims(Random random) {
        List<Claim> claims = new ArrayList<>();
        int count = random.nextInt(60);
        for (int i = 0; i < count; i++) {
            int prefix = random.nextInt(20) == 0 ? 8 + random.nextInt(8) : 14 + random.nextInt(19);
            int low = random.nextInt(3) == 0 ? random.nextInt(1 << 16) : random.nextInt(256);
            claims.add(new Claim(new Cidr(10 << 24 | (80 + random.nextInt(50)) << 16 | low, prefix), "x", "eth9"));
        }
        return claims;
    }

    private static List<Claim> claims(String... spaces) {
        List<Claim> claims = new ArrayList<>();
        for (String space : spaces) {
            claims.add(new Claim(Cidr.of(space), "a route through eth9", "eth9"));
        }
        return claims;
    }
}
